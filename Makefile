# Every target prepares what it needs: `make demo` and `make test` work from a clean clone.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
WAREHOUSE ?= warehouse
TEST_PROCESSES ?= 2
CASES ?= 100000
SEED ?= 1000
MINUTES ?= 30
UV_VERSION := 0.13.8

.PHONY: help setup prerequisites demo bench test test-fast test-newest defects fuzz soak lint types check grammar docs docs-pages format clean

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: $(STAMP) ## Check Python and Java, and create .venv with everything in it

demo: $(STAMP) ## Load New York's flights of 2013, change them, and watch three stream tables follow
	@$(BIN)/python -m streamtables.demo --warehouse $(WAREHOUSE)

bench: $(STAMP) ## Measure refreshing against recomputing, about ten minutes; keep, show and draw it in benchmarks/
	@$(BIN)/streamtables-bench all --json benchmarks/latest.json --plot benchmarks/latest.svg --markdown benchmarks/latest.md

test: $(STAMP) ## Run all tests, those that start Spark included
	$(BIN)/python -m pytest --numprocesses $(TEST_PROCESSES) --dist worksteal --durations 25

test-fast: $(STAMP) ## Run the tests that need no JVM
	$(BIN)/python -m pytest -m "not spark and not slow and not notebook"

test-newest: $(STAMP) ## Try the newest patch of Spark 4.2, in .venv-newest
	@.ci/newest-spark

defects: $(STAMP) ## Break every rule of the rewriter on purpose, and see that the tests notice
	@$(BIN)/python -m tests.rewriter.properties.find_defects

fuzz: $(STAMP) ## Keep random queries through random changes, CASES of them from SEED on
	@$(BIN)/python -m tests.rewriter.properties.long_run --cases $(CASES) --seed $(SEED)

soak: $(STAMP) ## Kill processes, race statements and write from outside, for MINUTES in all
	@$(BIN)/python -m tests.reliability.soak --minutes $(MINUTES) --seed $(SEED)

lint: $(STAMP) ## Check style, format, the direction of imports, and that the parser fits its grammar
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/lint-imports
	$(BIN)/python sql_grammar/generate.py --check
	$(BIN)/python -m docs.generate --check

types: $(STAMP) ## Check types with mypy --strict
	$(BIN)/mypy

check: lint types test ## Everything that has to pass before a change lands

grammar: $(STAMP) ## Generate the parser from StreamSql.g4
	$(BIN)/python sql_grammar/generate.py

docs: $(STAMP) ## Build the site of docs/ into site/; a broken link fails
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict
	@echo "Open $(CURDIR)/site/index.html, or run $(BIN)/mkdocs serve and open http://127.0.0.1:8000"

docs-pages: $(STAMP) ## Write the generated pages of docs/ anew
	@$(BIN)/python -m docs.generate

format: $(STAMP) ## Rewrite the code in the project's format
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

clean: ## Remove everything that make created, the warehouse included
	rm -rf $(VENV) $(WAREHOUSE) metastore_db derby.log spark-warehouse dist build site benchmarks
	rm -rf .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
	find sql_grammar rewriter python tests -name __pycache__ -type d -prune -exec rm -rf {} +

prerequisites:
	@.ci/prerequisites

# uv installs in half of pip's time; without it pip does the same work from the same constraints.
$(STAMP): pyproject.toml constraints.txt | prerequisites
	@$(BIN)/python -c '' 2>/dev/null || { rm -rf $(VENV); "$$(.ci/prerequisites --python)" -m venv $(VENV); }
	@echo "Installing into $(VENV) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check 'uv==$(UV_VERSION)' \
		&& $(BIN)/uv pip install --quiet --python $(BIN)/python --constraint constraints.txt --editable '.[dev,demo,serve,jupyter,bench,docs]' \
		|| $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[dev,demo,serve,jupyter,bench,docs]'
	@touch $@
