# The front door. Each target is a line or two over scripts/ and the presets of CMakePresets.json.
.DEFAULT_GOAL := help
.PHONY: help demo build quick test test-spark check nightly package wheel same-answer bench peers memory quality archives faults races abuse soak openapi fmt lint fuzz aarch64 clean setup-build setup-parquet setup-test setup-spark setup-page setup-bench setup-dev setup-types setup-openapi setup-aarch64

help: ## this list
	@echo 'make TARGET, where TARGET is one of'
	@sed -n 's/^\([a-z0-9-]*\):.*## /  \1\t/p' $(MAKEFILE_LIST) | expand -t 12

# INPUT is one name if there is such a file, else words as the shell reads them.
demo: export INPUT := $(value INPUT)
demo: build ## find the near-duplicates in real pages (INPUT=... for pages of your own)
	@if [ -e "$$INPUT" ]; then scripts/demo.sh "$$INPUT"; else eval "scripts/demo.sh $$INPUT"; fi

build: setup-parquet ## the program, as build/release/facsim, and all that cmake --install needs
	@cmake --preset release >/dev/null
	@cmake --build --preset release --target install_parts

quick: ## after a built tree in two minutes: unit tests, golden vectors, house rules, each command once
	@scripts/test.sh quick

test: ## build everything and run the tests that a user needs to trust a build
	@scripts/test.sh

test-spark: setup-test setup-spark ## all tests of facsim.spark: whole sets, processes that are killed
	@cmake --preset release -DFACSIM_PYTHON=ON -DPython_EXECUTABLE=$(CURDIR)/build/venv/bin/python >/dev/null
	@cmake --build --preset release --target facsim facsim_python_package
	@FACSIM_REQUIRE_SPARK=1 FACSIM_SPARK_WHOLE=1 FACSIM_PYTHON_PACKAGE=$(CURDIR)/build/release/python \
	  build/venv-spark/bin/python -m pytest -q -ra -p no:cacheprovider tests/spark

check: ## house rules, a second compiler, sanitizers; of what changed: clang-tidy, threads, fuzz targets
	@scripts/check.sh

nightly: export ROOMS := $(value ROOMS)
nightly: ## every test and check in full size (PARTS="fuzz threads", ROOMS=seen: what knows a room)
	@scripts/nightly.sh $(PARTS)

package: setup-parquet ## a Debian package, and a tarball that needs nothing but glibc, in build/release/package
	@cmake --preset release >/dev/null
	@cmake --build --preset release --target package_parts
	@scripts/package.sh

wheel: setup-test ## Python wheels in build/wheels, tried elsewhere (FACSIM_PYTHONS="python3.11 python3.12")
	@cmake --preset release >/dev/null
	@cmake --build --preset release --target install_parts
	@scripts/wheel.sh
	@build/venv/bin/python tests/wheel_test.py build/release build/wheels/*.whl

same-answer: ## hold every answer against that of the program from before (OLD=before/facsim NEW=... ONLY=regex)
	@$(or $(wildcard build/venv/bin/python),python3) scripts/same_answer.py --old "$(OLD)" --new "$(or $(NEW),build/release/facsim)" \
	  $(if $(OLD_PYTHON),--old-python "$(OLD_PYTHON)" --new-python "$(or $(NEW_PYTHON),build/release/python)") $(if $(ONLY),--only '$(ONLY)')

bench: build setup-bench ## measure whole runs and single pieces
	@cmake --preset bench >/dev/null
	@cmake --build --preset bench
	@scripts/bench.sh

peers: setup-test ## quality and speed beside other programs, on real data (1 GB of Python packages)
	@cmake --preset release >/dev/null
	@cmake --build --preset release --target facsim facsim_judge
	@build/venv/bin/python bench/whole/contest.py --write

memory: setup-test ## what runs take: 12 pages of 15 MB by 1, 2, 6 and 64 threads; 10 GB of pages from memory
	@cmake --preset release >/dev/null
	@cmake --build --preset release --target facsim facsim_source_memory
	@build/release/tests/facsim_source_memory 10000 256 $${TMPDIR:-/tmp}
	@FACSIM_FLIGHT="12 15" build/venv/bin/python -m pytest -q tests/cli/test_memory.py

quality: setup-test ## measure precision and recall on real data, beside the goals
	@cmake --preset release >/dev/null
	@cmake --build --preset release --target facsim facsim_judge
	@build/venv/bin/python tests/quality/run.py --full

archives: setup-test ## copy 2,000 archives with a fault each, and let another program read them
	@cmake --preset release >/dev/null
	@cmake --build --preset release --target facsim
	@build/venv/bin/python tests/archives/run.py

faults: setup-test ## 2,000 power cuts and 500 kills of a row store, a whole store and a service (an hour)
	@cmake --preset release >/dev/null
	@cmake --build --preset release --target facsim facsim_fault_test
	@FACSIM_POWER_CUTS=2000 FACSIM_KILLS=500 build/release/tests/facsim_fault_test --gtest_filter='*Power*:*Killed*'
	@FACSIM_KILLS=500 build/venv/bin/python -m pytest -q tests/service/test_kills.py

races: setup-test ## 100,000 rounds of clients that offer the same page at once: one is told no
	@cmake --preset release >/dev/null
	@cmake --build --preset release --target facsim facsim_seen_test
	@FACSIM_ROUNDS=15000 build/release/rooms/seen/facsim_seen_test --gtest_filter='*ExactlyOne*'
	@FACSIM_ROUNDS=10000 build/venv/bin/python -m pytest -q tests/service/test_races.py

abuse: setup-test ## hostile clients of a service in full size: how long others wait, what memory it takes
	@cmake --preset release >/dev/null
	@cmake --build --preset release --target facsim
	@build/venv/bin/python tests/service/abuse.py

soak: setup-test ## a service under mixed load for MINUTES (10): memory, files and segments stay
	@cmake --preset release >/dev/null
	@cmake --build --preset release --target facsim
	@build/venv/bin/python tests/service/soak.py

openapi: setup-test setup-openapi ## hold a service against its description (EXAMPLES=100 of each operation)
	@cmake --preset release >/dev/null
	@cmake --build --preset release --target facsim
	@scripts/openapi.sh $(EXAMPLES)

fmt: setup-dev ## format the C++ sources in place
	@scripts/format.sh

lint: setup-test setup-dev ## the house rules, and clang-tidy over everything
	@scripts/check.sh rules
	@scripts/lint.sh

fuzz: setup-build setup-dev ## run each fuzz target for FUZZ_SECONDS (30), or those of FUZZ_TARGETS
	@scripts/fuzz.sh $(FUZZ_TARGETS)

aarch64: setup-build setup-aarch64 ## build everything with a cross compiler, and run tests of it under qemu
	@scripts/aarch64.sh

clean: ## remove everything that was built
	@rm -rf build

setup-build setup-parquet setup-test setup-spark setup-page setup-bench setup-dev setup-types setup-openapi setup-aarch64: setup-%:
	@scripts/setup.sh $*
