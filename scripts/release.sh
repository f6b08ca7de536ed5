#!/usr/bin/env bash
# release.sh [VERSION]: builds a release in dist: for each platform an archive with the program, the licence, the documents and
# the examples of deploy, and the list of what the program is made of (CycloneDX); SHA256SUMS over all. Without VERSION it is that of git.
# The same commit gives the same bytes. Run it on Linux, in a clean checkout of the tag. PLATFORMS and DIST are for tests.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source-path=SCRIPTDIR source=need.sh
. scripts/need.sh

version=${1:-$(git describe --tags --always --dirty)}
version=${version#v}
dist=${DIST:-dist}
platforms=${PLATFORMS:-linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64}
time=$(git log -1 --format=%ct)
linked='-X github.com/firmhub/firmhub/internal/app/version.linked'

case $platforms in
*windows*) command -v zip >/dev/null || install_packages "zip" "zip" "" ;;
esac
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
rm -rf "$dist"
mkdir -p "$dist"
dist=$(cd "$dist" && pwd)

for platform in $platforms; do
  os=${platform%/*} arch=${platform#*/}
  name=firmhub-$version-$os-$arch
  folder=$work/$name
  program=$folder/firmhub
  if [ "$os" = windows ]; then program+=.exe; fi
  mkdir -p "$folder/docs"
  # The flags of the Dockerfile, and the version, which needs no tag then.
  CGO_ENABLED=0 GOOS=$os GOARCH=$arch go build -trimpath -ldflags="-s -w $linked=$version" -o "$program" ./cmd/firmhub
  go run ./scripts/sbom "$version" "$program" >"$dist/$name.cdx.json"
  cp LICENSE NOTICE README.md CHANGELOG.md SECURITY.md "$folder"
  cp docs/*.md "$folder/docs"
  cp -r deploy "$folder/deploy"
  # In the folder itself, too, where the commands of docs/install.md take it from.
  if [ "$os" = linux ]; then cp deploy/firmhub.service "$folder"; fi
  find "$folder" -exec touch -d "@$time" {} +
  if [ "$os" = windows ]; then
    (cd "$work" && find "$name" | LC_ALL=C sort | TZ=UTC zip -qX "$dist/$name.zip" -@)
  else
    tar -C "$work" --sort=name --mtime="@$time" --owner=0 --group=0 --numeric-owner -cf - "$name" | gzip -n >"$dist/$name.tar.gz"
  fi
  echo "$name"
done

(cd "$dist" && sha256sum -- * >SHA256SUMS)
