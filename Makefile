# The two commands of the README are `make score` and `make test`; `make help` lists the rest.

PREFIX ?= /usr/local
DESTDIR ?=
BUILD := swift build --configuration release --static-swift-stdlib --product facialfun
BINARY = $(shell $(BUILD) --show-bin-path)/facialfun
FORMATTED := Package.swift Sources Tests
.DEFAULT_GOAL := help
.PHONY: help packages build score test lint format install uninstall clean

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

packages: ## Install the Debian packages that are missing
	@.ci/debian-packages

build: packages ## Build the release binary
	$(BUILD)

score: build ## Set up, build and score the sample faces
	$(BINARY) score SampleFaces

test: packages ## Set up, build and run every test
	swift test

lint: ## Check the formatting
	swift format lint --strict --recursive $(FORMATTED)

format: ## Format the sources in place
	swift format --in-place --recursive $(FORMATTED)

install: build ## Install the binary and its models below PREFIX (default /usr/local)
	install -d "$(DESTDIR)$(PREFIX)/bin"
	install -m 755 "$(BINARY)" "$(DESTDIR)$(PREFIX)/bin/facialfun"
	@for manifest in Models/*/manifest.json; do \
	    model=$$(dirname $$manifest); \
	    target="$(DESTDIR)$(PREFIX)/share/facialfun/$$model"; \
	    echo "install $$model -> $$target"; \
	    install -d "$$target" && \
	    install -m 644 $$model/manifest.json $$model/weights.safetensors $$model/README.md \
	        "$$target" || exit 1; \
	done

uninstall: ## Remove what `make install` put below PREFIX
	rm -f "$(DESTDIR)$(PREFIX)/bin/facialfun"
	rm -rf "$(DESTDIR)$(PREFIX)/share/facialfun"

clean: ## Remove what was built
	swift package clean
