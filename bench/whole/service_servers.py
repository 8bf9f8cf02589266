# SPDX-License-Identifier: Apache-2.0
"""Servers that a measurement starts on loopback and ends by their ids, and their resources."""

import json
import os
import shutil
import signal
import socket
import subprocess
import time
from pathlib import Path
from types import TracebackType

START_SECONDS = 900.0
STOP_SECONDS = 120.0


def folder_bytes(folder: Path) -> int:
    """Returns the disk space of a folder's files; files may come and go meanwhile."""
    total = 0
    for path in folder.rglob("*"):
        try:
            if path.is_file():
                total += path.stat().st_blocks * 512
        except FileNotFoundError:
            continue
    return total


def forget_files(folder: Path) -> None:
    """Makes the system drop its cache of these files, as after a start."""
    os.sync()
    for path in folder.rglob("*"):
        if path.is_file():
            with path.open("rb") as file:
                os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def free_port() -> int:
    """Returns a port of loopback that is free at this moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Server:
    """A process that is ended when the `with` block is left."""

    def __init__(
        self, command: list[str], log: Path, environment: dict[str, str] | None = None
    ) -> None:
        self.log = log
        self.began = time.monotonic()
        with log.open("wb") as file:
            self.process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=file,
                env={**os.environ, **(environment or {})},
            )
        self.port = 0
        self.start_seconds = 0.0

    @property
    def pid(self) -> int:
        """Returns the id of the process."""
        return self.process.pid

    def __enter__(self) -> "Server":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        self.stop()

    def stop(self) -> None:
        """Ends it, by force if it takes too long."""
        if self.process.poll() is not None:
            return
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def wait_until(self, is_ready: object) -> None:
        """Polls until it is ready; ends the script if it ends or takes too long."""
        while not is_ready():
            late = time.monotonic() - self.began > START_SECONDS
            if late or self.process.poll() is not None:
                self.stop()
                raise SystemExit(f"{self.process.args}: did not start\n{self.log.read_text()}")
            time.sleep(0.005)
        self.start_seconds = time.monotonic() - self.began

    def cpu_seconds(self) -> float:
        """Returns user and system seconds so far."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> dict[str, int]:
        """Returns resident bytes: all, anonymous, and of files."""
        own: dict[str, int] = {}
        for line in Path(f"/proc/{self.pid}/smaps_rollup").read_text().splitlines()[1:]:
            name, value, _ = line.split()
            own[name.rstrip(":")] = int(value) * 1024
        anonymous = own["Anonymous"]
        return {"all": own["Rss"], "own": anonymous, "files": own["Rss"] - anonymous}


class Facsim(Server):
    """`facsim serve` on a store."""

    def __init__(
        self,
        program: Path,
        store: Path,
        *flags: str,
        environment: dict[str, str] | None = None,
    ) -> None:
        words = [str(program), "serve", str(store), "--listen", "127.0.0.1:0", *flags]
        super().__init__(words, store.with_suffix(".log"), environment)
        self.wait_until(self._has_port)

    def _has_port(self) -> bool:
        for line in self.log.read_text().splitlines():
            event = json.loads(line) if line.startswith("{") and line.endswith("}") else {}
            if event.get("event") == "listening":
                self.port = int(event["detail"].rsplit(":", 1)[1])
                return True
        return False


class Redis(Server):
    """A private Redis that syncs its log before it answers."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        self.port = port = free_port()
        words = ["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--dir", str(folder)]
        words += ["--appendonly", "yes", "--appendfsync", "always", "--save", ""]
        super().__init__(words, folder.with_suffix(".log"))
        self.port = port
        self.wait_until(self._answers)

    def _answers(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    @staticmethod
    def version() -> str | None:
        """Returns nothing if Redis is missing."""
        if shutil.which("redis-server") is None:
            return None
        done = subprocess.run(
            ["redis-server", "--version"], capture_output=True, text=True, check=True
        )
        return done.stdout.split("v=")[1].split()[0]
