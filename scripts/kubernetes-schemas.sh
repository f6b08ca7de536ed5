#!/usr/bin/env bash
# kubernetes-schemas.sh [VERSION]: writes test/deploy/kubernetes/schemas, by which the tests check what the Helm chart makes, from the
# OpenAPI document in the Go module of Kubernetes. The schema of ServiceMonitor, which is no part of Kubernetes, is written by hand.
set -euo pipefail
cd "$(dirname "$0")/.."

version=${1:-v1.34.4}
folder=$(cd / && go mod download -json "k8s.io/kubernetes@$version" | sed -n 's/^\t"Dir": "\(.*\)",$/\1/p')
go -C test run ./deploy/kubernetes "$folder/api/openapi-spec/swagger.json" deploy/kubernetes/schemas
