# The commands of the README are `make score`, `make play` and `make test`; `make help` lists the rest.

PREFIX ?= /usr/local
DESTDIR ?=
# Where a system keeps what is not in the same folder everywhere.
UNITS ?= $(PREFIX)/lib/systemd/system
USER_UNITS ?= $(PREFIX)/share/systemd/user
PYTHON_MODULES ?= $(PREFIX)/share/facialfun/python
# Everything that is linked is resolved at the start and then read-only; no library is looked for beside
# the program; and no symbols are left in it.
LINKED := --disable-local-rpath -Xlinker -z -Xlinker relro -Xlinker -z -Xlinker now -Xlinker -s
BUILD := swift build --configuration release --static-swift-stdlib $(LINKED) --product facialfun
BINARY = $(shell $(BUILD) --show-bin-path)/facialfun
# What measures the networks is a program of its own.
BUILD_LAB := $(BUILD:facialfun=facialfun-lab)
LAB = $(shell $(BUILD_LAB) --show-bin-path)/facialfun-lab
# The game is a package of its own, with a build folder of its own.
BUILD_GAME := swift build --package-path Game --configuration release --static-swift-stdlib $(LINKED) \
    --product pet
PET = $(shell $(BUILD_GAME) --show-bin-path)/pet
PORT ?= 8610
FUZZ_SECONDS ?= 600
# What describes the records, each with an identifier by which the others refer to it.
SCHEMAS := $(wildcard Models/*.schema.json Sources/*/*.schema.json Sources/*/*/*.schema.json)
# Programs that look at the emulated camera.
TEST_PACKAGES := v4l-utils ffmpeg webp libheif-examples
GAME_PACKAGES := libsqlite3-dev
# The browser that plays the game, and what draws its pages as they are seen at home.
BROWSER_PACKAGES := chromium python3-venv fonts-sil-andika ffmpeg openssl libnss3-tools zbar-tools \
    webkit2gtk-driver xvfb dbus-daemon
FORMATTED := Package.swift Sources Tests Tools Benchmarks training Game/Package.swift Game/Sources Game/Tests
.DEFAULT_GOAL := help
.PHONY: help packages hardening build build-lab score build-game build-everything built-service built-game play \
    test test-service test-python test-game lint format speed azure engine-worker bench fuzz train publish \
    documents man deb try-deb wheel try-wheel test-cluster install install-models install-game uninstall clean

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

packages: ## Install the Debian packages that are missing
	@.ci/debian-packages

build: packages ## Build the release binary
	$(BUILD)

build-lab: packages ## Build the release binary of facialfun-lab, which measures the networks
	$(BUILD_LAB)

score: build ## Set up, build and score the sample faces
	$(BINARY) score SampleFaces

build-game: build ## Build the release binaries of the service and the game
	@.ci/debian-packages $(GAME_PACKAGES)
	$(BUILD_GAME)

play: build-game ## Set up, build and play the game, in the browser where there is a display
	PET_FACIALFUN="$(BINARY)" $(PET) serve --open --port $(PORT)

# The two packages have build folders of their own, so that neither waits for the other.
build-everything: ## Build all that the tests run, the service and the game side by side
	@.ci/debian-packages $(TEST_PACKAGES) $(GAME_PACKAGES) $(BROWSER_PACKAGES)
	$(MAKE) --jobs 2 built-service built-game

built-service:
	$(BUILD)
	$(BUILD_LAB)
	swift build --build-tests

built-game:
	$(BUILD_GAME)
	swift build --package-path Game --build-tests

test: test-service test-python test-game ## Set up, build and run every test of the service and of the game

# All tests at once keep each other from running: one may wait half a minute between two of its steps,
# and what it waits for may have given up. Four at a time take no longer.
test-service: export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH = 4
test-service: ## Set up, build and run every test of the service
	@.ci/debian-packages $(TEST_PACKAGES)
	.ci/once_more.py swift swift test

test-python: ## Compile all Python; run its unit tests, for which PyPI brings NumPy and OpenCV
	@.ci/debian-packages python3-venv
	.ci/python-tests

test-game: export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH = 4
test-game: export PET_BINARY = $(PET)
test-game: export PET_FACIALFUN = $(BINARY)
test-game: build-game build-lab ## Set up, build and run every test of the game, in a browser and under load, too
	@.ci/debian-packages $(GAME_PACKAGES) $(BROWSER_PACKAGES)
	.ci/once_more.py swift swift test --package-path Game
	$(PET) content check
	Packaging/check-man-pages $(BINARY) $(LAB) $(PET)
	@for tests in "Browser/run.sh" "Load/run.sh --quick"; do \
	    echo "Game/Tests/$$tests"; \
	    Game/Tests/$$tests || exit 1; \
	done

lint: ## Check the formatting of the Swift, the Python by ruff, and the prose for plain English
	swift format lint --strict --recursive $(FORMATTED)
	.ci/ruff
	.ci/plain-english

format: ## Format the Swift in place; mend of the Python what ruff mends
	swift format --in-place --recursive $(FORMATTED)
	.ci/ruff --fix

# Benchmarks/README.md says what the limits are: a fifth more than the release build takes, and what is promised.
# A machine that is busy with other things can be slow for a while; a slower program is slow each time.
speed: build ## Hold the release build to its limits of time
	for attempt in 1 2 3; do \
	    $(BINARY) bench Benchmarks/pictures --rounds 100 --cold-starts 40 --calibrated-limit 6.6@50 \
	        --calibrated-limit 25@99 --calibrated-cold-limit 41@50 \
	        --limit-ms 250 --cold-limit-ms 1000 --percentile 99 && exit 0; \
	    echo "measured $$attempt of at most 3 times" >&2; \
	done; exit 1

hardening: build build-lab ## See by readelf how the release binaries are linked
	Tests/Hardening/check.sh $(BINARY)
	Tests/Hardening/check.sh $(LAB)

azure: build ## Run Microsoft's client of the Azure Face API, which PyPI brings, against the service
	Tests/AzureClient/run.sh $(BINARY)

engine-worker: packages
	$(BUILD:facialfun=engine-worker)

bench: ## Measure beside the peers, which PyPI brings (9 GB), and write Benchmarks/RESULTS.md
	Benchmarks/run.sh

fuzz: packages ## Fuzz every parser under AddressSanitizer, FUZZ_SECONDS each (ten minutes)
	Tests/Fuzzing/run.sh $(FUZZ_SECONDS)
	ASAN_OPTIONS=detect_leaks=0 SWIFT_BACKTRACE=enable=no swift test --sanitize=address \
	    --scratch-path .build-asan --filter 'LoaderFuzzTests|FaceImagingTests'

train: ## Train the emotion network from DATA=FOLDER (see training/README.md)
	@test -n "$(DATA)" || { echo "Name the folder of the training data: make train DATA=FOLDER" >&2; exit 64; }
	test -x .venv/bin/python || python3 -m venv .venv
	.venv/bin/pip install --quiet --requirement training/requirements.txt
	.venv/bin/python -m training.emotion.train --data "$(DATA)" --cache .build-training \
	    --output Models/emotion-v1

publish: build build-lab ## Measure the emotion network on DATA=, PEOPLE= and HUMANS=; write thresholds, figures, model card
	@test -n "$(DATA)" -a -n "$(PEOPLE)" -a -n "$(HUMANS)" || { echo "Name the folders of the data and of the" \
	    "rendered people (training/README.md): make publish DATA=FOLDER PEOPLE=FOLDER HUMANS=FOLDER" >&2; exit 64; }
	test -x .venv/bin/python || python3 -m venv .venv
	.venv/bin/pip install --quiet --requirement training/requirements.txt
	.venv/bin/python -m training.emotion.publish --data "$(DATA)" --program "$(BINARY)" \
	    --people "$(PEOPLE)" --humans "$(HUMANS)" \
	    --model Models/emotion-v1 --levels Models/levels.json --readme README.md

# What the program reads, and what describes its records.
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
	sed -e 's|"\.\./Emotions/|"|' -e "s|^    \"version\": .*|    \"version\": \"$$(Packaging/version)\",|" \
	    Sources/ScoringService/openapi.json >"$(DESTDIR)$(PREFIX)/share/facialfun/schemas/openapi.json"

install: build build-lab install-models ## Install both binaries and their models below PREFIX (default /usr/local)
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
	install -m 644 Clients/python/facialfun_client.py "$(DESTDIR)$(PYTHON_MODULES)/facialfun_client.py"
	install -d "$(DESTDIR)$(PYTHON_MODULES)/facialfun"
	install -m 644 Clients/python/facialfun/*.py Clients/python/facialfun/py.typed "$(DESTDIR)$(PYTHON_MODULES)/facialfun"
	printf '"""The version of this package."""\n\n__version__ = "%s"\n' "$$(Packaging/version --python)" \
	    >"$(DESTDIR)$(PYTHON_MODULES)/facialfun/_version.py"
	install -d "$(DESTDIR)$(PREFIX)/share/doc/facialfun"
	install -m 644 LICENSE CHANGELOG.md Packaging/debian/copyright "$(DESTDIR)$(PREFIX)/share/doc/facialfun"
	Packaging/install-manual facialfun "$(BINARY)" "$(DESTDIR)$(PREFIX)/share"
	Packaging/install-manual facialfun-lab "$(LAB)" "$(DESTDIR)$(PREFIX)/share"

install-game: build-game install ## Install the service and the game below PREFIX
	install -m 755 "$(PET)" "$(DESTDIR)$(PREFIX)/bin/pet"
	rm -rf "$(DESTDIR)$(PREFIX)/share/pet"
	install -d "$(DESTDIR)$(PREFIX)/share/pet"
	tar -C Game --exclude making --exclude sheets -cf - Content Web \
	    | tar -C "$(DESTDIR)$(PREFIX)/share/pet" --no-same-owner -xf -
	install -d "$(DESTDIR)$(UNITS)"
	Packaging/systemd/write-service '$(PREFIX)/bin' pet.service >"$(DESTDIR)$(UNITS)/pet.service"
	install -m 644 Packaging/systemd/pet.socket Packaging/systemd/pet-metrics.socket "$(DESTDIR)$(UNITS)"
	Packaging/install-manual pet "$(PET)" "$(DESTDIR)$(PREFIX)/share"

uninstall: ## Remove what `make install` and `make install-game` put below PREFIX
	rm -f "$(DESTDIR)$(PREFIX)/bin/facialfun" "$(DESTDIR)$(PREFIX)/bin/facialfun-lab"
	rm -rf "$(DESTDIR)$(PREFIX)/share/facialfun"
	rm -rf "$(DESTDIR)$(PREFIX)/share/doc/facialfun"
	rm -f "$(DESTDIR)$(PREFIX)/bin/pet"
	rm -rf "$(DESTDIR)$(PREFIX)/share/pet"
	rm -f "$(DESTDIR)$(USER_UNITS)/facialfun.service" "$(DESTDIR)$(USER_UNITS)/facialfun.socket"
	rm -f "$(DESTDIR)$(PYTHON_MODULES)/facialfun_client.py"
	rm -rf "$(DESTDIR)$(PYTHON_MODULES)/facialfun"
	rm -f "$(DESTDIR)$(UNITS)/pet.service" "$(DESTDIR)$(UNITS)/pet.socket" "$(DESTDIR)$(UNITS)/pet-metrics.socket"
	for program in facialfun facialfun-lab pet; do Packaging/install-manual --remove $$program "$(DESTDIR)$(PREFIX)/share"; done

documents: ## Write anew what documents and schemas take from the sources: codes, answers, the arrows
	python3 Tools/wire
	python3 Tools/architecture/draw.py

man: build build-lab build-game ## Write the man pages anew from the programs' own help
	Packaging/write-man-pages $(BINARY) $(LAB) $(PET)
	Packaging/check-man-pages $(BINARY) $(LAB) $(PET)

deb: packages ## Build the Debian packages of the service, its Python client and the game into .build/deb
	@.ci/debian-packages $(GAME_PACKAGES) debhelper dh-python dpkg-dev
	Packaging/build-deb

try-deb: ## Install, try and remove those packages in a clean Debian 12 made by debootstrap (as root)
	@.ci/debian-packages debootstrap lintian
	Packaging/try-deb .build/deb

wheel: packages ## Build a Python wheel with program, networks and libraries into .build/wheel
	@.ci/debian-packages python3-venv
	Packaging/build-wheel

try-wheel: ## Install that wheel in a clean Debian 12 made by debootstrap and score with it (as root)
	@.ci/debian-packages debootstrap
	Packaging/try-wheel .build/wheel

test-cluster: ## Run the package's tests on Apache Spark, which PyPI brings, and Java
	@.ci/debian-packages python3-venv openjdk-17-jre-headless
	.ci/python-package-tests --spark

clean: ## Remove what was built
	swift package clean
	swift package --package-path Game clean
