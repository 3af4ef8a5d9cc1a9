# What there is to do here; `make` alone lists it. Each target first checks that what it needs is installed.

PREFIX = /usr/local
# Not every shell expands the ~ of `make install PREFIX=~/.local`.
override PREFIX := $(patsubst ~/%,$(HOME)/%,$(PREFIX))
# `make site YES=1` installs what is missing without asking; so does CI=true.
SETUP = Scripts/setup $(if $(YES),--yes)

.PHONY: help site serve test fuzz bench install dist clean

help:
	@echo 'make site      build the pages from recorded runs: site/dist/index.html'
	@echo 'make serve     show them in a browser while you write them'
	@echo 'make test      every check there is; RXSWIFT=FOLDER: RxCocoa of that checkout of RxSwift too'
	@echo 'make fuzz      damaged recordings, pages and requests; each for FUZZ_SECONDS=600'
	@echo 'make bench     measure the engine, beside its peers; RXSWIFT=FOLDER: also beside that checkout of RxSwift'
	@echo 'make install   build for release and copy to PREFIX ($(PREFIX))'
	@echo 'make dist      build an archive for Linux that needs Swift only to record: dist/headwater-….tar.gz'
	@echo 'make clean     remove everything that was built'
	@echo
	@echo 'A target installs what is missing, after it says what and from where. On a terminal it waits for a key first;'
	@echo 'YES=1 goes on without.'

site:
	@$(SETUP) build
	@Scripts/site build

serve:
	@$(SETUP) build
	@Scripts/site serve

test:
	@$(SETUP) build test
	@Scripts/test

# Not a part of `make test`, because it takes longer to build the fuzzers than to find what is easily found.
fuzz:
	@$(SETUP) build
	@Scripts/swift build
	@Checks/fuzz/all $(FUZZ_SECONDS)

RUN_BENCHMARK := env -u RXSWIFT Scripts/swift run -c release --package-path Benchmarks --scratch-path .build-bench \
	--disable-build-manifest-caching
# With the swift-syntax that a release has: SwiftPM builds it, and it is several times as fast as the toolchain's.
RUN_SITE_BENCHMARK := swift run -c release --package-path Checks/generator --scratch-path .build-bench/sites SiteBenchmark
bench:
	@$(SETUP) build bench
	@Scripts/swift build
	@# A figure that misses its goal fails the command, after all figures are shown.
	@status=0; \
	Scripts/bench || status=$$?; \
	HEADWATER='$(CURDIR)/.build/debug/headwater' $(RUN_BENCHMARK) Benchmarks || status=$$?; \
	$(RUN_SITE_BENCHMARK) site || status=$$?; \
	Scripts/swift test --package-path Checks/combine --scratch-path .build-bench/combine || status=$$?; \
	exit $$status

install:
	@$(SETUP) build
	@Scripts/swift build -c release --product HeadwaterEngine
	@Scripts/swift build -c release --product headwater
	@DESTDIR='$(DESTDIR)' Scripts/install '$(DESTDIR)$(PREFIX)'

dist:
	@$(SETUP) build
	@Scripts/dist

clean:
	rm -rf .build .build-bench .build-dist .build-fuzz .build-browser .build-test .build-threads dist site/dist
