# Strata's one entrance. `make` lists the commands.
#
# Needs Debian 12 (or a system with apt-get) and Swift 6.3. What else a command needs is installed
# when it is missing, and the command says so; nothing is installed twice.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
MAKEFLAGS += --no-print-directory
.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help build run test check test-patterns test-swift test-examples test-models test-browser test-threads soak coverage-tests bench bench-browser coverage docs format lint clean \
	swift-toolchain build-packages model-packages lint-packages browser-packages

SWIFT ?= swift
export SWIFT
# `swift build`, which is repeated if SwiftPM itself crashes.
SWIFT_BUILD := Tests/swift-build
# The Clang of the Swift toolchain, which supports the swiftcall calling convention.
CLANG ?= $(dir $(shell command -v $(SWIFT)))clang
VENV := .build/venv
# How many browsers the browser tests use side by side.
BROWSERS ?= 3
KILLS ?= 1000
SECONDS_TOGETHER ?= 60
OPERATIONS ?= 1000000
PAIRS ?= 1000000
FUZZ ?= 1000000
MESSAGES ?= 1000000
SWIFT_SOURCES := Package.swift Plugins Sources Tests Examples Benchmarks/Package.swift Benchmarks/Sources

# SQLite is for Strata, libmd for its hashes, zlib for its model cache; libcurl fetches the feed of the Earthquakes example, and git the packages
# they build on.
BUILD_PACKAGES := git ca-certificates libcurl4-openssl-dev libmd-dev libsqlite3-dev zlib1g-dev
# What the Swift toolchain and its Foundation need of the system to start, to compile C++ and to know time zones.
SWIFT_PACKAGES := g++ libcurl4 libncurses6 libxml2 tzdata
# nginx is the reverse proxy of some tests. Without fonts a headless browser draws every letter and symbol as an empty box.
BROWSER_PACKAGES := python3 python3-venv chromium chromium-headless-shell chromium-driver nginx-light fonts-dejavu-core fonts-noto-color-emoji

help: ## List the commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

build: swift-toolchain build-packages ## Build the libraries and tools in release mode
	$(SWIFT_BUILD) -c release

# Most of the time until the first page is compilation, so `make run` leaves out the optimizer and debug information, and reads each module once
# (docs/performance.md). It has a scratch folder of its own: builds with other options would compile everything again, each time.
APP ?= Earthquakes
RUN_SCRATCH := .build/$(if $(OPTIMIZED),run-optimized,run)
RUN_FLAGS := $(if $(OPTIMIZED),,-Xswiftc -Onone -Xswiftc -gnone -Xswiftc -no-emit-module-separately-wmo)
RUN_BUILD := -c release $(RUN_FLAGS) --package-path Examples --scratch-path $(RUN_SCRATCH)
# The CPU seconds of the first build, and the seconds until its packages are fetched.
RUN_CPU_SECONDS := $(if $(OPTIMIZED),750,400)
RUN_FETCH_SECONDS := 40

run: swift-toolchain build-packages ## Start an example (APP=Gallery, ARGS="--port 0" or ARGS=--help, OPTIMIZED=1 for a build that runs faster)
	@[[ -e $(RUN_SCRATCH)/built ]] || { cores=$$(nproc); (( cores < 4 )) || cores=4; \
		echo "The first build fetches the packages that Strata is built on, and compiles them with it:" \
			"about $$(( ($(RUN_CPU_SECONDS) / cores + $(RUN_FETCH_SECONDS) + 59) / 60 )) minutes on this machine. Later starts take seconds."; }
	$(SWIFT_BUILD) $(RUN_BUILD) --product $(APP)
	@touch $(RUN_SCRATCH)/built
	@exec $(RUN_SCRATCH)/release/$(APP) $(ARGS)

# Runs parts of the tests: builds side by side with tests, tests that failed once more, those that may crash in a process of their own.
SUITE := python3 Tests/Suite/suite.py --browsers $(BROWSERS)

test: swift-toolchain build-packages lint-packages model-packages browser-packages $(VENV)/installed ## Run everything that has to pass
	@$(SUITE)

check: swift-toolchain build-packages lint-packages ## Run what takes two minutes after the build, while working: patterns, and the Swift tests of the targets that changed
	@$(SUITE) patterns check

test-patterns: lint-packages ## Look for patterns that the sources must not contain (Tests/Lint/patterns.py)
	@python3 Tests/Lint/check.py

test-swift: swift-toolchain build-packages lint-packages ## Run the Swift tests (FILTER=SavingTests for some of them)
	@$(SUITE) $(if $(FILTER),--filter '$(FILTER)' swift,swift damage)

# A build of its own, linked with SeenMutex.o, which makes Swift's locks visible to the sanitizer. TwoEvaluatorsTests use one thread and are
# slow under the sanitizer, so they are skipped.
THREADS_SCRATCH := .build/threads
THREADS_BUILD := --traits SwiftData --sanitize=thread -Xswiftc -driver-batch-size-limit -Xswiftc 12 --scratch-path $(THREADS_SCRATCH) -Xlinker $(CURDIR)/$(THREADS_SCRATCH)/SeenMutex.o

test-threads: swift-toolchain build-packages ## Run the Swift tests under the Thread Sanitizer (FILTER=SavingTests for some of them)
	mkdir -p $(THREADS_SCRATCH)
	$(CLANG) -O1 -Wall -Wextra -Werror -D_GNU_SOURCE -c Tests/ThreadSanitizer/SeenMutex.c -o $(THREADS_SCRATCH)/SeenMutex.o
	$(SWIFT_BUILD) $(THREADS_BUILD) --build-tests
	STRATA_KILLS=10 STRATA_OPERATIONS=4000 TSAN_OPTIONS="second_deadlock_stack=1 history_size=4" \
		$(SWIFT) test $(THREADS_BUILD) --skip-build --skip TwoEvaluatorsTests $(if $(FILTER),--filter '$(FILTER)')

# A release build of its own: `@testable import` needs -enable-testing.
SOAK_BUILD := --traits SwiftData -c release -Xswiftc -enable-testing --scratch-path .build/soak

soak: swift-toolchain build-packages model-packages browser-packages $(VENV)/installed ## Run random, damage and kill tests for long with new seeds, and test the user package for release (KILLS=, OPERATIONS=, PAIRS=, FUZZ=, MESSAGES=, SEED=)
	python3 Tests/UserPackage/test.py release ../shared/data/models
	$(SWIFT_BUILD) $(SOAK_BUILD) --build-tests
	@STRATA_SOAK=1 STRATA_KILLS=$(KILLS) STRATA_SECONDS=$(SECONDS_TOGETHER) STRATA_OPERATIONS=$(OPERATIONS) \
		STRATA_PAIRS=$(PAIRS) STRATA_FUZZ_COUNT=$(FUZZ) STRATA_MESSAGES=$(MESSAGES) \
		$(if $(SEED),STRATA_SEED=$(SEED)) $(SUITE) --side-by-side soak-long soak-input soak-rounds
	@STRATA_SOAK=1 $(SUITE) browser --pytest='-k "test_the_pages_of_the_gallery or test_every_control_of_the_gallery or during_an_import"'

# A separate package, so that the plug-ins are used as an app uses them. It compiles the real models of ../shared, which are not part of
# this repository, or its own where they are missing.
test-models: swift-toolchain build-packages model-packages ## Test generated code in a package that uses this one
	@$(SUITE) user release

test-examples: swift-toolchain build-packages model-packages ## Test the examples, and build the package that the README shows
	@$(SUITE) examples trips readme

test-browser: swift-toolchain build-packages browser-packages $(VENV)/installed ## Run the browser tests (ARGS="-k swipe")
	@$(SUITE) browser $(if $(ARGS),--pytest='$(ARGS)')

bench: swift-toolchain build-packages ## Measure beside a peer in the same process (ROW=feed-import for one row)
	$(SWIFT_BUILD) -c release --package-path Benchmarks
	@"$$($(SWIFT_BUILD) -c release --package-path Benchmarks --show-bin-path)/Benchmarks" $(ROW)

bench-browser: swift-toolchain build-packages browser-packages $(VENV)/installed ## Measure animations in Chromium beside hand-written scripts (ROW=animate-rows for one row)
	$(SWIFT_BUILD) -c release --package-path Examples --product Gallery
	@$(VENV)/bin/python Benchmarks/Browser/bench.py "$$($(SWIFT_BUILD) -c release --package-path Examples --show-bin-path)/Gallery" $(ROW)

coverage: build ## Count the symbols of SwiftUI and Core Data, as apps use them, that exist here
	@python3 Tests/Coverage/measure.py "$(SWIFT)" "$$($(SWIFT_BUILD) -c release --show-bin-path)" ../shared/data/api

# No build of its own: breakpoints in the programs that `make test` has built record which functions are entered (Tests/Coverage/Entered.c).
EXECUTED := $(CURDIR)/.build/executed
coverage-tests: swift-toolchain build-packages lint-packages model-packages browser-packages $(VENV)/installed ## List the public code that no test executes
	@$(SUITE) build build-examples build-trips build-user
	@rm -rf $(EXECUTED) && mkdir -p $(EXECUTED)
	$(CLANG) -O2 -Wall -Wextra -Werror -D_GNU_SOURCE -shared -fPIC Tests/Coverage/Entered.c -o $(EXECUTED)/Entered.so
	@python3 Tests/Coverage/executed.py prepare .build/tests/debug $(EXECUTED)
	-@LD_PRELOAD=$(EXECUTED)/Entered.so STRATA_ENTERED=$(EXECUTED) $(SUITE) swift damage examples trips user browser
	@python3 Tests/Coverage/executed.py report .build/tests/debug $(EXECUTED)

DOCUMENTED := StrataPredicates CoreData SwiftData StrataViewGraph StrataViewTesting StrataWebHost SwiftUI
docs: swift-toolchain build-packages ## Build the documentation of the public modules into .build/docs
	@mkdir -p .build/docs
	for module in $(DOCUMENTED); do \
		STRATA_DOCS=1 $(SWIFT) package --allow-writing-to-directory .build/docs \
			generate-documentation --target $$module --output-path .build/docs/$$module \
			--hosting-base-path $$module --warnings-as-errors; \
	done

format: swift-toolchain ## Rewrite the Swift sources in the style of .swift-format
	$(SWIFT) format --in-place --recursive --parallel $(SWIFT_SOURCES)

lint: swift-toolchain test-patterns ## Check the Swift sources against .swift-format and Tests/Lint/patterns.py
	$(SWIFT) format lint --strict --recursive --parallel $(SWIFT_SOURCES)

clean: ## Remove everything that was built
	rm -rf .build Benchmarks/.build Examples/.build Examples/Trips/.build Tests/UserPackage/.build

# Of axe-playwright-python only its file axe.min.js is used: the packages that it needs are not installed.
$(VENV)/installed: Tests/Browser/requirements.txt Tests/Browser/requirements-no-deps.txt
	@echo "Installing $$(cat $^ | tr '\n' ' ')from PyPI into $(VENV)."
	python3 -m venv $(VENV)
	$(VENV)/bin/pip install --quiet --disable-pip-version-check --requirement $<
	$(VENV)/bin/pip install --quiet --disable-pip-version-check --no-deps --requirement $(word 2,$^)
	@touch $@

swift-toolchain:
	@command -v $(SWIFT) > /dev/null || { echo "Swift 6.3 is needed: https://www.swift.org/install/linux" >&2; exit 1; }
	@$(call install,$(SWIFT_PACKAGES))

build-packages:
	@$(call install,$(BUILD_PACKAGES))

model-packages lint-packages:
	@$(call install,python3)

browser-packages:
	@$(call install,$(BROWSER_PACKAGES))

# $(call install,packages): installs with apt-get those that are missing. Where that is not possible, it names them and
# stops with exit code 1.
define install
missing=$$(for package in $(1); do \
	[[ $$(dpkg-query --show --showformat='$${Status}' $$package 2> /dev/null) == *" installed" ]] || echo $$package; \
done | xargs); \
if [[ -z $$missing ]]; then exit 0; fi; \
as_root=; if [[ $$(id -u) != 0 ]]; then as_root=sudo; fi; \
for tool in apt-get $$as_root; do command -v $$tool > /dev/null || { \
	echo "There is no $$tool here. Install these packages, then try again: $$missing" >&2; exit 1; \
}; done; \
echo "Installing what is missing: $$missing"; \
apt="$$as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -o Dpkg::Use-Pty=0"; \
{ $$apt update && $$apt install --yes --no-install-recommends $$missing; } > /dev/null || { \
	echo "apt-get could not install them. Install these packages, then try again: $$missing" >&2; exit 1; \
}
endef
