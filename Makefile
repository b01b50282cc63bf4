# Everything a newcomer needs: each command sets up what it uses in .venv, by itself, once.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# pip of the machine installs into .venv, so that no pip has to be bundled with Python.
INSTALL := $(PYTHON) -m pip --python $(BIN)/python install --quiet --disable-pip-version-check
LOCK := $(BIN)/uv pip compile --quiet pyproject.toml --universal --python-version 3.11 \
	--generate-hashes --no-annotate --no-emit-index-url --custom-compile-command "make lock"

.DEFAULT_GOAL := help
.PHONY: help play test check format bench load page prove perft golden lock clean
.DELETE_ON_ERROR:

help: ## show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-8s %s\n", $$1, $$2}' Makefile

play: $(VENV)/.run ## play in your browser
	@$(BIN)/century serve

test: check ## run every check and test
	@tools/machine.sh
	$(BIN)/pytest -n auto --dist worksteal

check: $(VENV)/.dev ## lint, types and import contracts
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(VENV)/.dev ## format the code
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

bench: $(VENV)/.bench ## measure speed against other engines
	$(BIN)/century bench

load: $(VENV)/.dev ## measure the table server under load
	$(BIN)/python -m century.bench.load

page: $(VENV)/.dev ## measure the page in a browser
	@tools/machine.sh
	$(BIN)/python -m century.bench.page

prove: $(VENV)/.dev ## kill the table server 50 times under load and look for what was lost
	KILL_ROUNDS=50 $(BIN)/pytest -q tests/server/test_crash.py

perft: $(VENV)/.dev ## count decision sequences and compare with the files in tests/perft
	$(BIN)/pytest -q tests/perft

golden: $(VENV)/.dev ## write tests/golden, tests/perft and tests/env anew, to look at what changed
	$(BIN)/python -m tests.golden.write
	$(BIN)/python -m tests.perft.write
	$(BIN)/python -m tests.env.write
	git diff --stat tests/golden tests/perft tests/env

lock: $(VENV)/.dev ## resolve the dependencies anew into requirements/
	$(INSTALL) uv
	$(LOCK) --extra build -o requirements/run.txt
	$(LOCK) --extra build --extra dev --extra env --extra ray -o requirements/dev.txt
	$(LOCK) --extra build --extra dev --extra env --extra ray --extra bench -o requirements/bench.txt

clean: ## remove .venv and all caches
	rm -rf $(VENV) .hypothesis .mypy_cache .pytest_cache .ruff_cache .import_linter_cache
	find src tests -name __pycache__ -prune -exec rm -rf {} +

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit("century needs Python 3.11 or newer, this is " + sys.version.split()[0] if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv --without-pip $(VENV)

# Sets of packages from small to large; a larger set serves for the smaller ones too.
$(VENV)/.run $(VENV)/.dev $(VENV)/.bench: $(VENV)/.%: requirements/%.txt pyproject.toml | $(VENV)/bin/python
	@echo "Setting up .venv for '$*' (once; takes a minute or two)"
	@$(INSTALL) --require-hashes -r $<
	@$(INSTALL) --no-deps --no-build-isolation -e .
	@touch $@
