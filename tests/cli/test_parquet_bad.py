# SPDX-License-Identifier: Apache-2.0
"""What is wrong with a Parquet file ends the run with a sentence, before anything is removed."""

import random
from pathlib import Path

import pytest
from making import packed, words, write_jsonl
from parquet_world import many_types, pa, pq, texts
from running import Dedup, facsim, fewer


def refused(run: Dedup, *said: str, status: int = 1) -> None:
    """The run failed with these words, and left nothing."""
    assert run.done.status == status, run.done
    for word in said:
        assert word in run.done.err, run.done.err
    assert not run.out.exists()


def test_no_column_of_the_text(tmp_path: Path) -> None:
    table = pa.table({"id": [1], "content": [{"text": "a"}], "text": [[1, 2]], "n": [3]})
    pq.write_table(table, tmp_path / "rows.parquet")
    refused(Dedup(tmp_path, "rows.parquet"), "the column 'text' holds no strings",
            "the columns are: id, content.text, text, n", status=2)  # fmt: skip
    refused(Dedup(tmp_path, "rows.parquet", "--text-field", "none"), "no column is called 'none' or 'html'",
            status=2)  # fmt: skip
    refused(Dedup(tmp_path, "rows.parquet", "--text-field", "n"), "the column 'n' holds no strings",
            status=2)  # fmt: skip


def test_a_footer_larger_than_arrow_reads(tmp_path: Path) -> None:
    table = pa.table({"text": texts(12)}, metadata={"long": "x" * 76_000_000})
    pq.write_table(table, tmp_path / "rows.parquet")
    refused(Dedup(tmp_path, "rows.parquet"), "(its footer is larger than Arrow reads); write it again with a small footer")


def test_in_a_folder_other_tables_are_counted(tmp_path: Path) -> None:
    site = tmp_path / "site"
    site.mkdir()
    pq.write_table(pa.table({"n": [1]}), site / "numbers.parquet")
    (site / "cut.parquet").write_bytes(b"PAR1 and no more")
    write_jsonl(site / "a.jsonl", [{"id": "a", "text": words(1)}])
    run = Dedup(tmp_path, "site")
    assert run.summary["pages_read"] == 1
    assert run.summary["files_not_read"] == 2
    warned = "\n".join(run.done.warnings)
    assert "site/numbers.parquet: no column is called 'text' or 'html'" in warned
    assert "site/cut.parquet: does not begin and end as Parquet does" in warned


def test_nulls_and_long_rows_are_counted(tmp_path: Path) -> None:
    table = pa.table({"text": [None, "", words(1), words(2) * 40, None], "id": list("abcde")})
    path = tmp_path / "rows.parquet"
    pq.write_table(table, path)
    run = Dedup(tmp_path, "rows.parquet", "--page-max", "20K")
    assert run.skipped == {"no_text": 3, "too_large": 1, "total": 4}
    assert (run.out / "rows.parquet").read_bytes() == path.read_bytes()


def test_no_rows(tmp_path: Path) -> None:
    pq.write_table(pa.table({"text": pa.array([], pa.string())}), tmp_path / "rows.parquet")
    run = Dedup(tmp_path, "rows.parquet")
    assert run.summary["pages_read"] == 0
    assert (run.out / "rows.parquet").read_bytes() == (tmp_path / "rows.parquet").read_bytes()


@pytest.mark.parametrize("content", [b"", b"PAR1", b"PAR1PAR1", b"text", b"PAR1" + bytes(100) + b"PAR1"])
def test_what_is_no_parquet(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "a.parquet").write_bytes(content)
    refused(Dedup(tmp_path, "a.parquet"), "a.parquet", "write it again")


def test_text_that_begins_so_is_text(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("PAR1 " + words(1))
    assert Dedup(tmp_path, "a.txt").summary["pages_read"] == 1


def test_packed_as_a_whole(tmp_path: Path) -> None:
    pq.write_table(pa.table({"text": [words(1)]}), tmp_path / "a.parquet")
    refused(Dedup(tmp_path, packed(tmp_path / "a.parquet", "gz").name), "unpack it first")


@pytest.mark.parametrize("plain_footer", [False, True])
def test_encrypted(tmp_path: Path, plain_footer: bool) -> None:
    encryption = pytest.importorskip("pyarrow.parquet.encryption")

    class Kms(encryption.KmsClient):
        def wrap_key(self, key: bytes, name: str) -> bytes:
            return key

        def unwrap_key(self, key: bytes, name: str) -> bytes:
            return key

    factory = encryption.CryptoFactory(lambda _: Kms())
    config = encryption.EncryptionConfiguration(
        footer_key="f", column_keys={"c": ["text"]}, plaintext_footer=plain_footer,
        double_wrapping=False)  # fmt: skip
    properties = factory.file_encryption_properties(encryption.KmsConnectionConfig(), config)
    table = pa.table({"text": [words(i) for i in range(9)]})
    with pq.ParquetWriter(tmp_path / "a.parquet", table.schema, encryption_properties=properties) as file:
        file.write_table(table)
    refused(Dedup(tmp_path, "a.parquet"), "a.parquet", "encrypt")


def test_cut_anywhere(tmp_path: Path) -> None:
    pq.write_table(many_types(60), tmp_path / "whole.parquet", row_group_size=25)
    whole = (tmp_path / "whole.parquet").read_bytes()
    # The end is there and what lies before it is not.
    for at in range(100, len(whole) - 8, len(whole) // 12):
        (tmp_path / "a.parquet").write_bytes(whole[:at] + whole[at + 50 :])
        run = Dedup(tmp_path, "a.parquet")
        assert run.done.status in (0, 1), run.done
        assert run.done.status == 0 or ("a.parquet" in run.done.err and not run.out.exists())
    (tmp_path / "a.parquet").write_bytes(whole[:-100])
    refused(Dedup(tmp_path, "a.parquet"), "does not begin and end as Parquet does")


def test_flipped_bytes(tmp_path: Path) -> None:
    whole = tmp_path / "whole.parquet"
    pq.write_table(many_types(60), whole, row_group_size=40, compression="zstd")
    content = whole.read_bytes()
    chance = random.Random(5)
    failed = 0
    for number in range(fewer(200)):
        bad = bytearray(content)
        # A third of them within the footer.
        begin = len(bad) - 6000 if number % 3 == 0 else 4
        bad[chance.randrange(begin, len(bad))] ^= 1 << chance.randrange(8)
        (tmp_path / "a.parquet").write_bytes(bad)
        done = facsim("dedup", "a.parquet", "-o", f"o{number}", "--quiet", cwd=tmp_path, seconds=60)
        assert done.status in (0, 1), (number, done)
        if done.status == 1:
            failed += 1
            assert "a.parquet" in done.err, done.err
            assert not (tmp_path / f"o{number}").exists()
    assert failed > 10


def test_page_checksums_are_looked_at(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table({"text": texts(50)}), path, compression="none", use_dictionary=False,
                   write_page_checksum=True)  # fmt: skip
    content = bytearray(path.read_bytes())
    content[2000] ^= 1
    path.write_bytes(content)
    refused(Dedup(tmp_path, "a.parquet"), "a.parquet", "is damaged")


def test_many_columns(tmp_path: Path) -> None:
    columns = {f"c{i}": pa.array([i, None, i]) for i in range(10_000)}
    table = pa.table(columns | {"text": [words(1), words(2), words(1)]})
    pq.write_table(table, tmp_path / "a.parquet")
    run = Dedup(tmp_path, "a.parquet")
    assert len(run.rows()) == 1
    copy = pq.read_table(run.out / "a.parquet")
    assert copy.num_columns == 10_001
    assert copy["c77"].to_pylist() == [77, None]


def test_a_file_that_has_become_another(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table({"text": [words(1), words(2), words(1)]}), path)
    run = Dedup(tmp_path, "a.parquet")
    kept = (run.out / "a.parquet").read_bytes()
    pq.write_table(pa.table({"text": [words(1), words(3)]}), path)
    done = facsim("recluster", run.out, "--min-resemblance", "0.95", "--apply", "--quiet", cwd=tmp_path)
    assert done.status == 1
    assert "a.parquet" in done.err
    assert (run.out / "a.parquet").read_bytes() == kept


def test_given_features_are_refused(tmp_path: Path) -> None:
    pq.write_table(pa.table({"text": [words(1)], "f": [["a"]]}), tmp_path / "a.parquet")
    (tmp_path / "r.toml").write_text(
        '[units]\nkind = "given"\nfield = "f"\n[features]\nlengths = [1]\nweights = "tf"\n'
    )
    run = Dedup(tmp_path, "a.parquet", "--recipe", "r.toml")
    refused(run, "given features are not read from Parquet; convert it to JSON lines")


@pytest.mark.parametrize("what", ["missing", "foreign", "not a library"])
def test_without_the_plugin(tmp_path: Path, what: str) -> None:
    pq.write_table(pa.table({"text": [words(1)]}), tmp_path / "a.parquet")
    write_jsonl(tmp_path / "a.jsonl", [{"id": "a", "text": words(1)}])
    plugin = tmp_path / "plugin.so"
    if what == "foreign":
        plugin = Path(pa.get_library_dirs()[0], f"libarrow.so.{pa.cpp_build_info.so_version}")
    elif what == "not a library":
        plugin.write_bytes(b"\x7fELF and no more")
    env = {"FACSIM_PARQUET_PLUGIN": str(plugin)}
    done = facsim("dedup", "a.parquet", "-o", "out", cwd=tmp_path, env=env)
    assert done.status == 1
    assert "Parquet is read by a plug-in, and " in done.err
    assert "; " in done.err
    assert not (tmp_path / "out").exists()
    # All else works without it.
    facsim.done("dedup", "a.jsonl", "-o", "out", cwd=tmp_path, env=env)


@pytest.mark.bounds_memory
def test_a_large_row_group_stays_within_the_memory(tmp_path: Path) -> None:
    chance = random.Random(1)
    vocabulary = [f"{a}{b}" for a in words("a", 60).split() for b in words("b", 60).split()]
    rows = [" ".join(chance.choices(vocabulary, k=1000)) for _ in range(3000)]
    rows[2999] = rows[0]
    more = [row * 8 for row in rows]
    # Pages of some 1 MB: what pyarrow writes by itself may have 1,024 rows in a page.
    pq.write_table(pa.table({"text": rows, "more": more}), tmp_path / "a.parquet", row_group_size=3000,
                   compression="lz4", use_dictionary=False, write_batch_size=16)  # fmt: skip
    meta = pq.read_metadata(tmp_path / "a.parquet")
    assert meta.num_row_groups == 1
    assert meta.row_group(0).total_byte_size > 240 << 20
    given = ("--memory", "64M", "--threads", "2", "--quiet")
    done, peak = facsim.measured("dedup", "a.parquet", "-o", "out", *given, cwd=tmp_path)
    assert done.status == 0, done
    assert pq.read_metadata(tmp_path / "out/a.parquet").num_rows == 2999
    assert peak < 96 << 20, peak


@pytest.mark.bounds_memory
def test_a_row_of_100_mb_stays_within_the_memory(tmp_path: Path) -> None:
    chance = random.Random(2)
    vocabulary = [f"{a}{b}" for a in words("a", 60).split() for b in words("b", 60).split()]
    rows = [" ".join(chance.choices(vocabulary, k=300)) for _ in range(500)]
    rows.insert(250, " ".join(chance.choices(vocabulary, k=9_000_000)))
    assert len(rows[250]) > 100_000_000
    # All of it is one dictionary, as pyarrow writes what it is not told to write otherwise.
    pq.write_table(pa.table({"text": [*rows, rows[0]]}), tmp_path / "a.parquet")
    del rows
    for memory, more in (("1G", []), ("2G", ["--page-max", "200M"])):
        flags = ["--memory", memory, "--threads", "2", "--quiet", *more]
        done, peak = facsim.measured("dedup", "a.parquet", "-o", memory, *flags, cwd=tmp_path)
        assert done.status == 0, done
        assert pq.read_metadata(tmp_path / memory / "a.parquet").num_rows == 501
        assert peak < int(memory[0]) << 30, peak
