# Each target installs the packages that it needs into .venv, the first time it runs.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# The pip of the machine installs into .venv, since not every Python can bundle one.
# Bytecode is compiled when a module is first imported: most modules of the packages never are.
INSTALL := $(PYTHON) -m pip --python $(BIN)/python install --quiet --disable-pip-version-check --no-compile
LOCK := $(BIN)/uv pip compile --quiet pyproject.toml --universal --python-version 3.11 \
	--generate-hashes --no-annotate --no-emit-index-url --custom-compile-command "make lock"

.DEFAULT_GOAL := help
.PHONY: help play test thorough machine check docs dist kernels format bench load attack page prove perft golden lock clean
unexport PYTHONDONTWRITEBYTECODE # many short processes start sooner with bytecode
.DELETE_ON_ERROR:

help: ## show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-8s %s\n", $$1, $$2}' Makefile

# Ctrl-C is how the server is stopped: the shell waits for it, and its exit status 130 is no error.
play: $(VENV)/.run ## play in your browser
	@trap : INT; $(BIN)/century serve || [ $$? -eq 130 ]

# Most steps use one processor, so two of them run at the same time. The kernels need few packages:
# they are compiled while the others are installed.
test: ## run every check and test
	@$(MAKE) --no-print-directory --jobs=2 kernels machine dist check docs
	$(BIN)/pytest -n auto --dist worksteal

thorough: $(VENV)/.dev machine kernels ## run the randomised tests ten times as long, and every size of the page
	EFFORT=10 $(BIN)/pytest -n auto --dist worksteal tests/games tests/property tests/perft tests/env tests/gpu tests/browser tests/server/test_leaks.py

machine:
	@tools/machine.sh

check: $(VENV)/.dev ## lint, types and import contracts
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

docs: $(VENV)/.dev ## build the documentation as a site, in site/
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

dist: $(VENV)/.dev ## build wheel and sdist, in dist/, and try the wheel in a fresh environment
	rm -rf dist
	$(BIN)/python -m build --no-isolation --outdir dist . >/dev/null
	$(PYTHON) tools/try_dist.py

kernels: $(VENV)/.run ## compile the kernels of all games and bots
	@$(BIN)/python -m tools.compile_kernels

format: $(VENV)/.dev ## format the code
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

bench: $(VENV)/.bench ## measure speed against other engines
	$(BIN)/century bench

load: $(VENV)/.dev ## measure the table server under load
	$(BIN)/python -m century.bench.load $(PARTS)

attack: $(VENV)/.dev ## measure the table server while it is attacked
	$(BIN)/python -m century.bench.attack $(ATTACKS)

page: $(VENV)/.dev machine ## measure the page in a browser
	$(BIN)/python -m century.bench.page

prove: $(VENV)/.dev ## kill table servers 50 times under load and look for lost moves
	KILL_ROUNDS=50 $(BIN)/pytest -q -s tests/server/test_crash.py tests/server/test_cluster_crash.py

perft: $(VENV)/.dev ## count decision sequences and compare with the recorded numbers
	$(BIN)/pytest -q tests/perft

golden: $(VENV)/.dev ## rewrite the recorded files in tests/games, and show what changed
	$(BIN)/python -m tests.golden.write
	$(BIN)/python -m tests.perft.write
	$(BIN)/python -m tests.env.write
	git diff --stat tests/games

# base: engine, bots, arena, terminal; run: also the server and its client; dev: also what the tests
# and the documentation need; bench: also the engines that century is compared with.
RUN_EXTRAS := --extra build --extra client --extra server
DEV_EXTRAS := $(RUN_EXTRAS) --extra cuda --extra dev --extra docs --extra env --extra onnx --extra postgresql --extra push --extra ray

lock: $(VENV)/.dev ## resolve the dependencies into requirements/
	$(INSTALL) uv
	$(LOCK) -o requirements/base.txt
	$(LOCK) $(RUN_EXTRAS) -o requirements/run.txt
	$(LOCK) $(DEV_EXTRAS) -o requirements/dev.txt
	$(LOCK) $(DEV_EXTRAS) --extra bench -o requirements/bench.txt

clean: ## remove .venv, build results and all caches
	rm -rf $(VENV) dist site .hypothesis .mypy_cache .pytest_cache .ruff_cache .import_linter_cache
	find src tests -name __pycache__ -prune -exec rm -rf {} +

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit("century needs Python 3.11 or newer, this is " + sys.version.split()[0] if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv --without-pip $(VENV)

# Sets of packages from small to large; each contains the smaller ones. One pip runs at a time.
$(VENV)/.dev: $(VENV)/.run
$(VENV)/.bench: $(VENV)/.dev
$(VENV)/.run $(VENV)/.dev $(VENV)/.bench: $(VENV)/.%: requirements/%.txt pyproject.toml | $(VENV)/bin/python
	@echo "Setting up .venv for '$*' (once; takes a minute or two)"
	@$(INSTALL) --require-hashes -r requirements/$*.txt
	@$(INSTALL) --no-deps --no-build-isolation -e .
	@touch $@
