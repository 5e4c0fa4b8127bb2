# Needs python3 (3.11 or newer) and make; everything else is installed into .venv.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt

.DEFAULT_GOAL := help
.PHONY: help demo test fast check bench docs screenshots clean

help:  ## show this list
	@awk -F':.*## ' '/^[a-z]+:.*## /{printf "  make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

demo: $(VENV)/core  ## run vcei on its example, in a new environment
	@$(BIN)/vcei demo

test: check  ## check the code and run every test
	OMP_NUM_THREADS=1 $(BIN)/python -m pytest -n 2

fast: $(VENV)/dev  ## run the tests that take no more than a moment
	OMP_NUM_THREADS=1 $(BIN)/python -m pytest -n 2 -m "not slow"

check: $(VENV)/dev  ## lint, types and docstrings
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/pydoclint --quiet src

bench: $(VENV)/dev  ## measure speed, as ratios within one run; see benchmarks/speed.py --help
	OMP_NUM_THREADS=1 $(BIN)/python benchmarks/speed.py $(BENCH)
	$(BIN)/python benchmarks/speed.py --page docs/speed.md

docs: $(VENV)/dev  ## build the documentation into docs/_build/html, warnings are errors
	OMP_NUM_THREADS=1 $(BIN)/python -m sphinx -W --keep-going -q docs docs/_build/html

screenshots: $(VENV)/dev  ## make the pictures of the page and the report in docs/images
	OMP_NUM_THREADS=1 PYTHONPATH=tests $(BIN)/python docs/screenshots.py

clean:  ## remove the environment and all caches
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis docs/_build docs/gallery

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "vcei needs Python 3.11 or newer; try: make PYTHON=python3.12 ..." >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/core: pyproject.toml constraints.txt | $(BIN)/python
	$(PIP) -e .
	@touch $@

$(VENV)/dev: pyproject.toml constraints.txt | $(BIN)/python
	$(PIP) -e '.[dev]'
	@touch $@ $(VENV)/core
