# Everything happens in .venv; the first target that needs it makes it.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# pip's own build isolation would compile from scratch each time; with the build tools in .venv a
# rebuild takes seconds. Warnings are errors here, not for users who build a release.
PIP := $(BIN)/pip install --quiet --disable-pip-version-check --constraint constraints.txt
PIP_INSTALL := $(PIP) --no-build-isolation --config-settings=cmake.define.BABALAB_WERROR=ON --editable

SOURCES := $(shell find native src -name '*.cpp' -o -name '*.hpp' -o -name '*.py' -o -name '*.toml')

.PHONY: run serve install stub wasm test test-long test-native test-native-threads sanitized-core postgres chromium lint bench docs clean

run: install
	@$(BIN)/babalab demo

# The page, in a browser of this machine.
serve: install
	@$(BIN)/babalab serve

# EXTRAS=learn,tune installs these extras too; the server of the page is always there.
install: $(VENV)/installed
ifdef EXTRAS
	@echo "installing what $(EXTRAS) needs ..."
	@$(PIP_INSTALL) '.[$(EXTRAS)]'
endif

$(VENV)/tools: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "babalab needs Python 3.11 or newer; say which with: make PYTHON=python3.12"; exit 1; }
	@echo "making $(VENV) ..."
	@$(PYTHON) -m venv $(VENV)
	@$(PIP) 'scikit-build-core>=0.11' 'nanobind>=2.4' cmake ninja
	@touch $@

$(VENV)/installed: $(VENV)/tools CMakeLists.txt $(SOURCES)
	@echo "building babalab ..."
	@$(PIP_INSTALL) '.[web]'
	@touch $@

$(VENV)/installed-for-tests: $(VENV)/tools CMakeLists.txt $(SOURCES)
	@echo "building babalab and installing what its tests need ..."
	@$(PIP_INSTALL) '.[test]'
	@touch $(VENV)/installed $@

lint: $(VENV)/installed-for-tests
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo --no-cache
	$(BIN)/python tools/javascript/lint.py

# Compiled first: where Python is told not to write bytecode, every process that the tests start
# would compile all of src. A file's tests stay together, since they share servers and clusters; one
# thread for each process's arithmetic, since there is a process for every processor.
test: lint test-native postgres chromium
	@$(BIN)/python -m compileall -q src
	OMP_NUM_THREADS=1 $(BIN)/pytest -m 'not long' -n logical --maxprocesses 8 --dist loadfile \
		--no-loadscope-reorder

# Hundreds of thousands of steps against the reference engine, and all hostile calls of the core under the
# sanitizers: minutes.
test-long: $(VENV)/installed-for-tests test-native-threads sanitized-core
	$(BIN)/pytest -m long

# What type checkers know about the native core, written from its signatures and docstrings.
stub: $(VENV)/installed
	@$(BIN)/python -m nanobind.stubgen --quiet --module babalab._core \
		--pattern-file native/python/stub_patterns.txt --output-file src/babalab/_core.pyi

# The core for browsers, which is committed: only who changes native/{base,baba,search,wasm} needs this.
wasm: $(VENV)/tools
	@$(BIN)/python -c 'import ziglang' 2> /dev/null || $(PIP) ziglang
	@$(BIN)/python native/wasm/build.py

bench: install
	$(BIN)/babalab bench --output benchmarks/results/latest.json

# The site, with references made from the code; whatever is wrong with a link ends it.
docs: $(VENV)/installed-for-tests
	$(BIN)/sphinx-build --quiet --fail-on-warning -b html docs build/docs
	@echo "open build/docs/index.html"

THREADED_TESTS := engine_test environment_test search_test threads_test vgdl_batch_test
CONFIGURE := $(BIN)/cmake -S . -G Ninja -DCMAKE_MAKE_PROGRAM=$(abspath $(BIN)/ninja) -DBABALAB_WERROR=ON

# The native core under the address and undefined-behaviour sanitizers, driven by random plays; bare_test is the
# game and its searches built without exceptions and threads.
test-native: $(VENV)/tools
	@$(CONFIGURE) -B build/sanitize -DBABALAB_SANITIZE=ON > /dev/null
	@$(BIN)/cmake --build build/sanitize
	@for test in bare_test games_test maps_test planning_test vgdl_checks_test vgdl_test $(THREADED_TESTS); do build/sanitize/$$test || exit; done

# The tests that use threads, under the thread sanitizer. It needs the addresses of a program where they are
# without randomization (setarch -R).
test-native-threads: $(VENV)/tools
	@$(CONFIGURE) -B build/sanitize-threads -DBABALAB_SANITIZE=thread > /dev/null
	@$(BIN)/cmake --build build/sanitize-threads --target $(THREADED_TESTS)
	@for test in $(THREADED_TESTS); do setarch -R build/sanitize-threads/$$test || exit; done

# The Python module under the address and undefined-behaviour sanitizers, for tests/support/hostile.
sanitized-core: $(VENV)/tools
	@$(CONFIGURE) -B build/sanitize-python -DBABALAB_SANITIZE=ON -DBABALAB_PYTHON_MODULE=ON \
		-DCMAKE_BUILD_TYPE=RelWithDebInfo -DPython_EXECUTABLE=$(abspath $(BIN)/python) \
		-Dnanobind_DIR=$$($(BIN)/python -m nanobind --cmake_dir) > /dev/null
	@$(BIN)/cmake --build build/sanitize-python

# A server for the tests of stores, installed where we may; without it they are skipped.
postgres:
	@command -v initdb > /dev/null || ls /usr/lib/postgresql/*/bin/initdb > /dev/null 2>&1 \
		|| { test "$$(id -u)" = 0 && command -v apt-get > /dev/null \
			&& apt-get update -qq && apt-get install --quiet --yes postgresql > /dev/null; } \
		|| echo "PostgreSQL is not here and could not be installed; its tests will be skipped"

# A browser for the tests of the page, installed where we may; without it they are skipped.
chromium:
	@command -v chromium > /dev/null || command -v chromium-browser > /dev/null \
		|| command -v google-chrome > /dev/null \
		|| { test "$$(id -u)" = 0 && command -v apt-get > /dev/null \
			&& apt-get update -qq && apt-get install --quiet --yes chromium > /dev/null; } \
		|| echo "Chromium is not here and could not be installed; the tests of the page will be skipped"

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +
