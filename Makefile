# What there is to do here; `make` alone lists it. Each target checks first that what it needs is installed.

PREFIX = /usr/local
# `make site YES=1` installs what is missing without asking; so does CI=true.
SETUP = Scripts/setup $(if $(YES),--yes)

.PHONY: help site serve test bench install clean

help:
	@echo 'make site      build the pages from recorded runs: site/dist/index.html'
	@echo 'make serve     show them in a browser while they are being written'
	@echo 'make test      every check there is: format, warnings, unit tests, threads, browser'
	@echo 'make bench     measure the engine, beside its peers'
	@echo 'make install   build for release and copy to PREFIX ($(PREFIX))'
	@echo 'make clean     remove everything that was built'
	@echo
	@echo 'What is missing is installed, after it is said what and from where. On a terminal that waits for a key;'
	@echo 'YES=1 goes on without.'

site:
	@$(SETUP) build
	@Scripts/swift build --product HeadwaterEngine
	@Scripts/swift build --product headwater
	@.build/debug/headwater site build --api "$$(Scripts/docs)"

serve:
	@$(SETUP) build
	@Scripts/swift build --product HeadwaterEngine
	@Scripts/swift build --product headwater
	@.build/debug/headwater site serve --api "$$(Scripts/docs)"

test:
	@$(SETUP) build test
	@Scripts/test

bench:
	@$(SETUP) build bench
	@Scripts/swift build --product HeadwaterEngine
	@Scripts/swift build --product headwater
	@HEADWATER='$(CURDIR)/.build/debug/headwater' \
		Scripts/swift run -c release --package-path Benchmarks --scratch-path .build-bench Benchmarks
	@Scripts/swift run -c release --package-path Benchmarks --scratch-path .build-bench SiteBenchmark site

install:
	@$(SETUP) build
	@Scripts/swift build -c release --product HeadwaterEngine
	@Scripts/swift build -c release --product headwater
	@DESTDIR='$(DESTDIR)' Scripts/install '$(DESTDIR)$(PREFIX)'

clean:
	rm -rf .build .build-bench .build-fuzz .build-browser .build-threads site/dist
