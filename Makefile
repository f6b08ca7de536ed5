SHELL := bash
.DEFAULT_GOAL := help

PKG  ?= ./...# packages of test
ARGS ?=# more arguments: of go test, of firmhub serve for run, of the programs that measure
TIME ?= 1m# how long fuzz tries each target

# Everything without the race detector is compiled in one way, so that what one command compiles the next finds in the cache.
export CGO_ENABLED ?= 0
export GOFLAGS ?= -trimpath

lint := go tool -modfile=lint.mod golangci-lint

.PHONY: help
help: ## Say what there is
	@awk 'BEGIN { FS = ":.*## " } /^[a-z-]+:.*## / { printf "  %-20s %s\n", "make " $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: run
run: build ## Serve on the embedded SQLite with demo data
	bin/firmhub serve --demo $(ARGS)

.PHONY: build
build: ## Build bin/firmhub
	CGO_ENABLED=0 go build -trimpath -o bin/firmhub ./cmd/firmhub

.PHONY: release
release: VERSION ?= $(shell git describe --tags --always --dirty)
release: ## Build the archives of a release in dist (Linux); VERSION=1.2.3, otherwise that of git; FIRMHUB_RELEASE_KEY signs them
	scripts/release.sh $(VERSION)
	CGO_ENABLED=0 go build -trimpath -ldflags='-s -w -X github.com/firmhub/firmhub/internal/app/version.linked=$(VERSION:v%=%)' -o bin/firmhub ./cmd/firmhub
	scripts/postman.sh bin/firmhub dist/firmhub.postman_collection.json
	cd dist && sha256sum firmhub.postman_collection.json >>SHA256SUMS
	scripts/sign-release.sh dist

.PHONY: postman
postman: build ## Make a Postman collection of all routes: bin/firmhub.postman_collection.json
	scripts/postman.sh bin/firmhub bin/firmhub.postman_collection.json

.PHONY: test
test: ## Run all tests on all databases with the race detector, and a part of those of the console; PKG=./internal/db/... ARGS='-run TestTx -v'
	scripts/test.sh $(ARGS) $(PKG)

.PHONY: test-fast
test-fast: ## Run the tests on SQLite only, without the race detector; PKG and ARGS as for test
	scripts/test-fast.sh $(ARGS) $(PKG)

.PHONY: simulate
simulate: SEEDS ?= 10000
simulate: STEPS ?= 12
simulate: ## Run random steps with faults of store and provider on a fake clock; SEED=7 prints the trace of one seed
	FIRMHUB_TEST_DATABASES=sqlite go test -trimpath -vet=off -timeout 0 -run 'TestSimulation$$' $(if $(SEED),-v) ./internal/simulation \
		-args $(if $(SEED),-seed $(SEED),-seeds $(SEEDS)) -steps $(STEPS)

.PHONY: soak
soak: ## Put all kinds of work on a server for FOR=60m, and check memory, times and ledgers (Linux); DATABASE=postgres
	FIRMHUB_TEST_SOAK=$(or $(FOR),60m) scripts/with-postgres.sh go -C test test -trimpath -vet=off -timeout 0 -run 'TestSoak/$(or $(DATABASE),sqlite)' -v ./faults

.PHONY: test-citus
test-citus: ## Run tests on databases that Citus distributes; FIRMHUB_TEST_CITUS names a coordinator; PKG and ARGS run other tests
	scripts/test-citus.sh $(ARGS) $(filter-out ./...,$(PKG))

.PHONY: test-long
test-long: ## Run what takes minutes by nature: processes that are killed, races, large files, all generated documents
	FIRMHUB_TEST_LONG=1 scripts/test.sh -run TestKill -v $(ARGS) ./internal/job/
	FIRMHUB_TEST_LONG=1 scripts/test.sh -run 'TestKill|TestRace' -v $(ARGS) ./internal/domain/wallet/
	FIRMHUB_TEST_LONG=1 scripts/test.sh -run TestKill -v $(ARGS) ./internal/domain/webhook/
	FIRMHUB_TEST_LONG=1 scripts/test.sh -run 'TestKill|TestManyOptOuts' -v $(ARGS) ./internal/domain/messaging/campaign/ ./internal/domain/messaging/dispatch/
	FIRMHUB_TEST_LONG=1 scripts/test.sh $(ARGS) ./authz/ ./internal/domain/notification/ ./internal/domain/analytics/ ./internal/domain/contact/...
	FIRMHUB_TEST_LONG=1 scripts/test.sh -run TestKill -v $(ARGS) ./internal/domain/contact/importer/
	FIRMHUB_TEST_LONG=1 scripts/test.sh -run TestReaderMemory -v $(ARGS) ./internal/transfer/csvfile/
	FIRMHUB_TEST_LONG=1 scripts/test-console.sh
	FIRMHUB_TEST_LONG=1 scripts/test.sh -run TestPowerCut -v $(ARGS) ./test/faults/
	FIRMHUB_TEST_LONG=1 scripts/test.sh -run TestGeneratedDocuments -v $(ARGS) ./internal/firmhubtest/records/

BENCH = scripts/with-postgres.sh go -C bench test -run '^$$' -bench . -benchtime 1x -timeout 0

.PHONY: bench
bench: ## Compare what requests cost with plain and hand-written handlers; ARGS='-for 20s -only create', ARGS=-markdown, -h says more
	$(BENCH) ./apis -args $(ARGS)

.PHONY: allocations
allocations: ## Check that requests allocate no more than they did; ARGS=-update renews the numbers
	go -C bench test -count=1 -run TestAllocations ./apis $(ARGS)

.PHONY: bench-import
bench-import: ## Compare an import with COPY and with SQL written by hand; FIRMHUB_BENCH_ROWS=200000 imports more rows
	scripts/with-postgres.sh go test -run '^$$' -bench Import -benchtime 1x $(ARGS) ./internal/domain/contact/importer/

.PHONY: bench-wallet
bench-wallet: ## Measure reads of wallets on PostgreSQL; FIRMHUB_BENCH_ENTRIES=10000000 has more than 1,000,000 entries
	scripts/with-postgres.sh go test -run '^$$' -bench Reads -benchtime 1x -timeout 1h $(ARGS) ./internal/domain/wallet/

.PHONY: bench-sending
bench-sending: build ## Measure how many messages a second are accepted, sent and settled, with a provider on this machine, and the bars of docs/performance.md (Linux); ARGS='-for 5s', -h says more
	scripts/with-postgres.sh go test -run '^$$' -bench 'Sending|Hooks|Accept' -benchtime 2x -timeout 1h ./internal/domain/messaging/ ./internal/domain/messaging/dispatch/
	$(BENCH) ./sending -args $(ARGS)

.PHONY: bench-webhooks
bench-webhooks: ## Measure how long after its commit an event is delivered at 200 changes a second, and what a receiver that hangs costs others
	scripts/with-postgres.sh go test -run '^$$' -bench 'Latency|Hanging' -benchtime 5x -timeout 1h $(ARGS) ./internal/domain/webhook/

.PHONY: bench-campaign
bench-campaign: ## Measure preparing a campaign to 100,000 contacts; FIRMHUB_BENCH_RECIPIENTS=1000000 has more
	scripts/with-postgres.sh go test -run '^$$' -bench Prepare -benchtime 1x -timeout 1h $(ARGS) ./internal/domain/messaging/campaign/

.PHONY: bench-scale
bench-scale: ## Measure lists and filters of 1,000,000 contacts; ARGS='-contacts 100000 -largest 20000', ARGS=-sqlite, -h says more
	$(BENCH) ./scale -args $(ARGS)

.PHONY: bench-messages
bench-messages: ## Measure 500,000 messages and their analytics; ARGS='-messages 5000000' for more, ARGS=-sqlite, -h says more
	$(BENCH) ./scale -args -messages 500000 $(ARGS)

.PHONY: bench-inbox
bench-inbox: ## Measure the inbox of the console in two browsers while 100 messages a second arrive; CONSOLE_RATE, CONSOLE_CONVERSATIONS, CONSOLE_SECONDS
	CONSOLE_FLOOD=1 FIRMHUB_TEST_DATABASES=$(or $(FIRMHUB_TEST_DATABASES),sqlite) scripts/test-console.sh flood.ts $(ARGS)

.PHONY: bench-console
bench-console: ## Measure first loads of the console on a slow line, scrolling 100,000 contacts, and keys; CONSOLE_CONTACTS, CONSOLE_LATENCY, CONSOLE_LOADS
	CONSOLE_SPEED=1 FIRMHUB_TEST_DATABASES=$(or $(FIRMHUB_TEST_DATABASES),sqlite) scripts/test-console.sh speed.ts $(ARGS)

.PHONY: bench-firms
bench-firms: build ## Measure a server of 10,000 firms with 100,000 users (Linux); ARGS='-firms 1000', ARGS=-sqlite, -h says more
	FIRMHUB_SHARED_BUFFERS=1GB $(BENCH) ./scale -args -users 10 $(ARGS)

.PHONY: bench-peers
bench-peers: build ## Compare requests with PostGraphile, PocketBase and Directus (Linux on x86-64); ARGS='-for 40s', ARGS=-markdown, -h says more
	scripts/bench-peers.sh
	$(BENCH) ./peers -args $(ARGS)

.PHONY: bench-beside
bench-beside: build ## Measure how long a user waits alone, and while another firm imports a file; ARGS=-sqlite, -h says more
	$(BENCH) ./beside -args $(ARGS)

.PHONY: bench-citus
bench-citus: build ## Compare requests on Citus with plain PostgreSQL; FIRMHUB_TEST_CITUS names a coordinator; ARGS='-for 30s', -h says more
	scripts/with-citus.sh go -C bench test -run '^$$' -bench . -benchtime 1x -timeout 0 ./citus -args $(ARGS)

.PHONY: chaos
chaos: build ## Cut connections, kill instances and stop NATS under 1,000 clients of the hub for 10 minutes; ARGS='-for 1m', -h says more
	scripts/with-postgres.sh go -C test/chaos run . -binary $(CURDIR)/bin/firmhub $(ARGS)

.PHONY: fuzz
fuzz: ## Run every fuzz test for TIME (1m)
	scripts/fuzz.sh $(TIME)

.PHONY: pictures
pictures: ## Take the pictures of the README anew, in Chromium
	mkdir -p docs/pictures
	FIRMHUB_TEST_DATABASES=sqlite FIRMHUB_TEST_PICTURES=$(CURDIR)/docs/pictures scripts/test-fast.sh -count=1 -run TestPages ./internal/firmhubtest/hubtest/
	FIRMHUB_TEST_DATABASES=sqlite CONSOLE_PICTURES=$(CURDIR)/docs/pictures scripts/test-console.sh --project sqlite

.PHONY: generate
generate: ## Generate the ent client and the GraphQL executor anew
	go generate ./ent
	go run ./graph/generate

.PHONY: console
console: ## Build the console from web/src into web/dist (Node)
	scripts/console.sh

.PHONY: test-console
test-console: ## Test the whole console in Chromium on all databases; ARGS='-g palette'
	scripts/test-console.sh $(ARGS)

.PHONY: restore
restore: ## Put the generated ent code back to the last commit, when it is too broken to generate
	scripts/restore-ent.sh

.PHONY: migration
migration: ## Write the migrations of a changed ent schema; NAME=add_wallet
	@test -n "$(NAME)" || { echo 'usage: make migration NAME=add_wallet' >&2; exit 1; }
	FIRMHUB_TEST_POSTGRES= scripts/with-postgres.sh sh -c \
		'FIRMHUB_DEV_POSTGRES=$$FIRMHUB_TEST_POSTGRES go run ent/migrate/generate.go "$$1"' sh "$(NAME)"

.PHONY: lint
lint: ## Lint everything, and check how many packages the program is made of
	scripts/packages.sh
	scripts/lint.sh

.PHONY: format
format: ## Format everything as lint wants it
	$(lint) fmt
	cd test && go tool -modfile=../lint.mod golangci-lint fmt
	cd test/chaos && go tool -modfile=../../lint.mod golangci-lint fmt
	cd bench && go tool -modfile=../lint.mod golangci-lint fmt

.PHONY: verify
verify: ## Check that the generated code is that of its sources
	scripts/verify.sh
