# Needs Python 3.11 or newer, pip and make. `make` alone says what there is.
# Another Python: PYTHON=python3.12 make lab.    Arguments for JupyterLab or Voilà: make lab ARGS=--no-browser
# One of the lessons: make lab NOTEBOOK=02-hang-in

PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
LESSONS := $(basename $(notdir $(sort $(wildcard notebooks/*.ipynb))))
LESSON := $(basename $(NOTEBOOK))
$(if $(filter-out $(LESSONS),$(LESSON)),$(error There is no notebook $(NOTEBOOK): there are $(LESSONS)))
# Quiet, but an error is shown.
PIP := $(PY) -m pip install -qq --disable-pip-version-check
# A module, or a notebook, is the work of one process; tests/conftest.py says how many there are and what begins.
PYTEST := $(PY) -m pytest -q -n auto --dist loadscope --no-loadscope-reorder
NBVAL := --nbval --nbval-cell-timeout=120

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help setup lab book voila lite lite-test homes test session lint types unit notebooks slow bench clean

help:  ## say what there is
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 18

setup: $(VENV)/.lab  ## make the environment for the notebooks, in .venv

lab: $(VENV)/.lab  ## open JupyterLab on the notebooks
	@$(PY) -m jupyter lab --ServerApp.ip=127.0.0.1 --ServerApp.root_dir="$(CURDIR)/notebooks" \
	  --LabApp.default_url="/lab/tree/$(or $(LESSON),$(firstword $(LESSONS))).ipynb" $(ARGS)

# How the pages look, and what they may load, stands in pages/voila/.
voila: $(VENV)/.voila  ## show the lessons as web pages without code
	@JUPYTER_PATH="$(CURDIR)/pages" JUPYTER_CONFIG_PATH="$(CURDIR)/pages/voila" \
	  $(PY) -m voila notebooks$(if $(LESSON),/$(LESSON).ipynb) $(ARGS)

book: $(VENV)/.book  ## build the book of lessons, rules and API in build/book
	@$(PY) -m mkdocs build --quiet --config-file pages/book/mkdocs.yml $(ARGS)
	@echo "Open build/book/index.html: it needs no server."

lite: $(VENV)-lite/.lite  ## build a site of static files on which the lessons run, into build/site
	@$(VENV)-lite/bin/python pages/lite/build.py build/site

lite-test: $(VENV)/.test  ## every cell of every lesson on that site, in a browser: some minutes
	@$(PY) -m pytest -q pages/lite $(ARGS)

homes: $(VENV)/.test $(VENV)-homes/.homes  ## tables in Notebook 7, nbclassic, Notebook 6 and marimo, in a browser
	@$(PY) -m pytest -q tests/homes/drive.py $(ARGS)

test: $(VENV)/.test  ## run every check
	@$(MAKE) --no-print-directory --jobs=3 lint types session

session: $(VENV)/.test  # the one session of pytest: tests and notebooks
	@$(PYTEST) $(NBVAL) --durations=8 notebooks tests $(ARGS)

lint: $(VENV)/.test  ## ruff: lint and format
	@$(PY) -m ruff check .
	@$(PY) -m ruff format --check .

types: $(VENV)/.test  ## mypy --strict
	@$(PY) -m mypy --strict

unit: $(VENV)/.test  ## the quick tests, on every core
	@$(PYTEST) -m "not slow and not browser" $(ARGS)

notebooks: $(VENV)/.test  ## each .py agrees with its .ipynb, and each stored output is still true
	@$(PYTEST) $(NBVAL) notebooks tests/test_notebooks.py::test_the_pair_is_in_step

slow: $(VENV)/.test  ## tests in a browser, of the wheel, of Binder, and the long ones
	@$(PYTEST) -m "slow or browser" --durations=8 $(ARGS)

bench: $(VENV)/.bench  ## measure: speed, strength, traffic; other engines' kits
	@$(PY) -m bench $(ARGS)

clean:  ## remove the environment and all that was made
	rm -rf $(VENV) $(VENV)-lite $(VENV)-homes build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
	find . -name .ipynb_checkpoints -type d -prune -exec rm -rf {} +

# One stamp for each set of packages: made once, and again when pyproject.toml changes.
$(PY):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	  echo "handkit needs Python 3.11 or newer; '$(PYTHON)' is: $$($(PYTHON) --version 2>&1)"; \
	  echo "If you have a newer one, name it: PYTHON=python3.12 make $(MAKECMDGOALS)"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	  echo "'$(PYTHON)' cannot make an environment. On Debian and Ubuntu: sudo apt install python3-venv"; exit 1; }
	@$(PYTHON) -m venv --clear $(VENV)

$(VENV)/.lab: pyproject.toml | $(PY)
	@echo "Installing handkit and JupyterLab into $(VENV): about a minute, once ..."
	@$(PIP) --editable '.[lab]'
	@touch $@

$(VENV)/.voila: $(VENV)/.lab
	@echo "Installing Voilà ..."
	@$(PIP) --editable '.[lab,voila]'
	@touch $@

$(VENV)/.book: $(VENV)/.lab
	@echo "Installing MkDocs ..."
	@$(PIP) --editable '.[lab,book]'
	@touch $@

# An environment of its own: what JupyterLite brings would be taken for a part of JupyterLab.
$(VENV)-lite/.lite: pyproject.toml | $(PY)
	@echo "Installing what builds the site into $(VENV)-lite: about a minute, once ..."
	@$(PY) -m venv --clear $(VENV)-lite
	@$(VENV)-lite/bin/python -m pip install -qq --disable-pip-version-check --editable '.[lite]'
	@touch $@

# One environment for each home: their packages exclude each other.
HOMES := seven six marimo
PACKAGES_seven := "notebook>=7,<8" nbclassic
PACKAGES_six := notebook==6.5.7 ipywidgets==7.7.1
PACKAGES_marimo := marimo
$(VENV)-homes/.homes: pyproject.toml | $(PY)
	@echo "Installing other homes of notebooks into $(VENV)-homes: some minutes, once ..."
	@$(foreach home,$(HOMES),$(PY) -m venv --clear $(VENV)-homes/$(home) && \
	  $(VENV)-homes/$(home)/bin/python -m pip install -qq --disable-pip-version-check --editable . $(PACKAGES_$(home)) &&) true
	@touch $@

$(VENV)/.test: $(VENV)/.lab
	@echo "Installing what the checks need ..."
	@$(PIP) --editable '.[lab,voila,test]'
	@touch $@

$(VENV)/.bench: $(VENV)/.test
	@echo "Installing other engines, to be measured against and to try the games ..."
	@$(PIP) --editable '.[lab,voila,test,adapters,bench]'
	@touch $@
