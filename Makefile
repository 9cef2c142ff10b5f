# make demo | make test | make help

SHELL := /bin/bash
# Asked for only by the targets that use it.
RELEASE = $(shell swift build --configuration release --show-bin-path)
SWIFT_FLAGS := --explicit-target-dependency-import-check error

# The demo keeps its own cluster, apart from the one that holds your logs.
ifeq ($(shell id -u),0)
DEMO_HOME := /var/lib/mamaudit-demo
else
DEMO_HOME := $(or $(XDG_DATA_HOME),$(HOME)/.local/share)/mamaudit-demo
endif

.PHONY: help demo demo-down test lint format build release install reporting-contract clean dependencies test-dependencies

help: ## Show the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/  make \1\t\2/' | expand -t 22

demo: dependencies ## Build, start a private cluster, ingest a sample fleet and show the picture
	swift build --configuration release --product mamaudit $(SWIFT_FLAGS)
	@MAMAUDIT_HOME="$(DEMO_HOME)" .ci/demo "$(RELEASE)/mamaudit"

demo-down: ## Stop the demo's cluster and delete it
	@test -x "$(RELEASE)/mamaudit" || swift build --configuration release --product mamaudit $(SWIFT_FLAGS)
	MAMAUDIT_HOME="$(DEMO_HOME)" "$(RELEASE)/mamaudit" down
	rm -rf -- "$(DEMO_HOME)"

test: test-dependencies ## Build everything and run all tests
	swift build --build-tests $(SWIFT_FLAGS)
	swift test --skip-build

lint: ## Check the format of every Swift file
	git ls-files -z '*.swift' | xargs -0 swift format lint --strict --parallel

format: ## Format every Swift file in place
	git ls-files -z '*.swift' | xargs -0 swift format format --in-place --parallel

build: dependencies ## Build for development
	swift build $(SWIFT_FLAGS)

release: dependencies ## Build the optimised programs
	swift build --configuration release --static-swift-stdlib $(SWIFT_FLAGS)

install: release ## Copy mamaudit, its manual pages and completions below $(PREFIX) (default /usr/local)
	tool="$$(swift build --configuration release --static-swift-stdlib --show-bin-path)/mamaudit" \
	  && root="$(DESTDIR)$(or $(PREFIX),/usr/local)" \
	  && install -D "$$tool" "$$root/bin/mamaudit" \
	  && "$$tool" manual --output "$$root/share/man/man1" \
	  && install -d "$$root/share/bash-completion/completions" "$$root/share/zsh/site-functions" \
	    "$$root/share/fish/vendor_completions.d" \
	  && "$$tool" completion bash > "$$root/share/bash-completion/completions/mamaudit" \
	  && "$$tool" completion zsh > "$$root/share/zsh/site-functions/_mamaudit" \
	  && "$$tool" completion fish > "$$root/share/fish/vendor_completions.d/mamaudit.fish"

reporting-contract: dependencies ## Write the contract of the schema reporting anew, from the migrations
	.ci/reporting-contract

clean: ## Delete what was built
	swift package clean

dependencies:
	@.ci/dependencies

test-dependencies:
	@.ci/dependencies test
