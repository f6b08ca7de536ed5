#!/usr/bin/env bash
# sign-release.sh [DIST]: signs SHA256SUMS, and so all files of a release, by the SSH key that FIRMHUB_RELEASE_KEY names: the file of a
# private key, or of the public key of one in ssh-agent or on a security key. It writes SHA256SUMS.sig, and release-signers with the
# public key, by which ssh-keygen verifies it. Without FIRMHUB_RELEASE_KEY nothing is signed.
set -euo pipefail
dist=${1:-dist}
key=${FIRMHUB_RELEASE_KEY:-}
# docs/install.md has these names.
identity=releases@firmhub namespace=firmhub-release

rm -f "$dist/SHA256SUMS.sig" "$dist/release-signers"
if [ -z "$key" ]; then
  echo "firmhub: SHA256SUMS is not signed, as FIRMHUB_RELEASE_KEY names no key" >&2
  exit
fi
case $key in
*.pub) public=$(cat "$key") ;;
*) public=$(ssh-keygen -y -f "$key") ;;
esac
ssh-keygen -q -Y sign -f "$key" -n "$namespace" "$dist/SHA256SUMS"
read -r kind text _ <<<"$public"
echo "$identity namespaces=\"$namespace\" $kind $text" >"$dist/release-signers"
ssh-keygen -q -Y verify -f "$dist/release-signers" -I "$identity" -n "$namespace" -s "$dist/SHA256SUMS.sig" <"$dist/SHA256SUMS"
