# Everything that is done often. `make check` is what a change must pass.

PYTHON ?= python
ALL_CORES = --numprocesses auto --dist loadfile
# Not matches.py, which takes hours.
BENCHMARKS = start groups group_code graph_puzzles words shortest playouts proofs trees solids designer

# The tests of what is compiled.
KERNELS = tests/groups tests/players tests/solving tests/games tests/testing

.PHONY: check lint prose test quick nightly mutants kernels minimum no-numba coverage bench pictures docs messages

check: lint test

lint:
	ruff check .
	ruff format --check .
	mypy

# Phrases in the changes since the last commit that are hard to read.
prose:
	$(PYTHON) -m tests.prose

test:
	$(PYTHON) -m pytest $(ALL_CORES)

quick:
	$(PYTHON) -m pytest $(ALL_CORES) -m "not slow"

# Thousands of random puzzles, kills, events and files: about an hour.
nightly:
	seed=$$(date +%Y%m%d)000 && $(PYTHON) -m tests.differential 6000 --first $$seed && \
	$(PYTHON) -m tests.differential 3000 --first $$seed --large
	$(PYTHON) -m tests.flips 1000
	$(PYTHON) -m tests.kills 200
	$(PYTHON) -m tests.monkey 20000
	$(PYTHON) -m tests.hostile
	PUZZLEKIT_NIGHTLY=1 NUMBA_OPT=3 $(PYTHON) -m pytest $(ALL_CORES) tests

# Before a release: what no test notices in modules that compute.
mutants:
	$(PYTHON) -m tests.mutants

# With bounds checks, then with an allocator that checks (glibc 2.34 or later).
kernels:
	cache=$$(mktemp -d) && NUMBA_BOUNDSCHECK=1 NUMBA_CACHE_DIR=$$cache \
	$(PYTHON) -m pytest $(KERNELS); done=$$?; rm -r $$cache; exit $$done
	LD_PRELOAD=libc_malloc_debug.so.0 MALLOC_CHECK_=3 MALLOC_PERTURB_=165 \
	$(PYTHON) -m pytest $(KERNELS)

# In fresh environments: the lowest versions of all dependencies, and none of numba.
minimum:
	.ci/minimum

no-numba:
	.ci/no-numba

coverage:
	$(PYTHON) -m coverage run -m pytest -m "not slow"
	$(PYTHON) -m coverage combine
	$(PYTHON) -m coverage report

bench:
	for name in $(BENCHMARKS); do $(PYTHON) benchmarks/$$name.py || exit 1; done

pictures:
	$(PYTHON) docs/gallery.py
	$(PYTHON) docs/shapes.py
	$(PYTHON) docs/diagrams.py

# The catalogue of messages and its translations; see docs/how-to/translate.md.
BABEL = $(PYTHON) -m babel.messages.frontend --quiet
LOCALE = puzzlekit/locale

messages:
	$(BABEL) extract --omit-header --add-location=file --sort-by-file --mapping=pyproject.toml \
	--add-comments=Translators: --strip-comments \
	--output-file=$(LOCALE)/puzzlekit.pot .
	$(BABEL) update --no-fuzzy-matching --ignore-obsolete --ignore-pot-creation-date \
	--input-file=$(LOCALE)/puzzlekit.pot --output-dir=$(LOCALE) --domain=puzzlekit
	$(BABEL) compile --directory=$(LOCALE) --domain=puzzlekit

# The site, in build/docs/html; any warning is an error. Its live boards need npm.
docs:
	$(PYTHON) -m sphinx -W --keep-going -q -d build/docs/doctrees docs build/docs/html
	$(PYTHON) -m puzzlekit site build/docs/html/play
