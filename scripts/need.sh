# Sourced by the other scripts: finds what the tests need beside Go, and installs it where a package manager is at hand.
# What can't be had ends the script with a sentence; nothing is ever skipped.
# shellcheck shell=bash

die() {
  echo "firmhub: $*" >&2
  exit 1
}

# install_packages WHAT DEBIAN-PACKAGES BREW-PACKAGES: installs, or dies saying that WHAT is missing.
install_packages() {
  local what=$1 debian=$2 brew=$3
  echo "firmhub: installing $what" >&2
  # The lists of packages are split on purpose.
  # shellcheck disable=SC2086
  if command -v apt-get >/dev/null; then
    as_root apt-get update -qq >/dev/null
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends $debian >/dev/null
  elif command -v brew >/dev/null && [ -n "$brew" ]; then
    brew install --quiet $brew >&2
  else
    die "$what is missing, and there is neither apt-get nor brew to install it. Install it and try again."
  fi || die "$what could not be installed. Install it and try again."
}

as_root() {
  if [ "$(id -u)" -eq 0 ]; then
    "$@"
  elif command -v sudo >/dev/null; then
    sudo "$@"
  else
    die "cannot run '$*': it takes root, or sudo."
  fi
}

# need_compiler: the race detector is linked with C.
need_compiler() {
  local compiler
  compiler=$(go env CC)
  command -v "${compiler%% *}" >/dev/null || install_packages "a C compiler" "gcc libc6-dev" ""
}

# need_node: Node 20.19 or newer with npm.
need_node() {
  if ! command -v node >/dev/null || ! command -v npm >/dev/null; then
    install_packages "Node.js and npm" "nodejs npm" "node"
  fi
  node -e 'const [major, minor] = process.versions.node.split("."); process.exit(major > 20 || major == 20 && minor >= 19 ? 0 : 1)' ||
    die "Node.js $(node --version) is too old: the test clients need 20.19 or newer."
}

# need_browser: Chromium or Chrome, in which a test uses the page for notifications.
need_browser() {
  find_browser || install_packages "Chromium" "chromium" "google-chrome"
  find_browser || die "Chromium was installed, but no chromium is on the PATH."
}

# need_headless: Chromium without windows, which takes a fifth less processor time. Where there is none, Chromium does.
need_headless() {
  need_browser
  if ! command -v chromium-headless-shell >/dev/null && command -v apt-get >/dev/null; then
    (install_packages "Chromium without windows" "chromium-headless-shell" "") 2>/dev/null || true
  fi
}

# The same names are in internal/firmhubtest/hubtest/page_test.go.
find_browser() {
  command -v chromium chromium-browser google-chrome google-chrome-stable >/dev/null ||
    [ -x "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome" ] || [ -x /Applications/Chromium.app/Contents/MacOS/Chromium ]
}

# need_clients: the clients from npm, and Node. Call it in the root of the repository.
need_clients() {
  need_node
  # npm writes its list last: one that is newer than ours says that the clients are in place.
  if [ ! test/clients/node_modules/.package-lock.json -nt test/clients/package-lock.json ]; then
    npm ci --prefix test/clients --no-audit --no-fund --loglevel=error
  fi
}

# need_console: Node, and what the console is built and tested with. Call it in the root of the repository.
need_console() {
  need_node
  if [ ! web/node_modules/.package-lock.json -nt web/package-lock.json ]; then
    npm ci --prefix web --no-audit --no-fund --loglevel=error
  fi
}

# need_postgres: sets postgres_bin to the folder of the PostgreSQL server's programs, the newest there is.
need_postgres() {
  postgres_bin=$(find_postgres)
  if [ -z "$postgres_bin" ]; then
    install_packages "PostgreSQL" "postgresql" "postgresql@17"
    postgres_bin=$(find_postgres)
  fi
  [ -n "$postgres_bin" ] || die "PostgreSQL was installed, but its initdb and postgres are not to be found."
}

# need_pgbouncer: PgBouncer, behind which a test puts a server.
need_pgbouncer() {
  if ! command -v pgbouncer >/dev/null && [ ! -x /usr/sbin/pgbouncer ]; then
    install_packages "PgBouncer" "pgbouncer" "pgbouncer"
  fi
}

# need_proxies: nginx and Caddy, by whose examples a test serves.
need_proxies() {
  if ! command -v nginx >/dev/null && [ ! -x /usr/sbin/nginx ]; then
    install_packages "nginx" "nginx" "nginx"
  fi
  command -v caddy >/dev/null || install_packages "Caddy" "caddy" "caddy"
}

# need_promtool: the program of Prometheus that tests the alerts.
need_promtool() {
  if ! command -v promtool >/dev/null; then
    install_packages "promtool of Prometheus" "prometheus" "prometheus"
  fi
}

# need_strace: strace, by which tests make system calls fail and see what reaches the disk, and unshare and nsenter for small disks.
need_strace() {
  [ "$(uname)" = Linux ] || return 0
  if ! command -v strace >/dev/null || ! command -v unshare >/dev/null || ! command -v nsenter >/dev/null; then
    install_packages "strace and unshare" "strace util-linux mount" ""
  fi
}

find_postgres() {
  local folder folders
  # Debian keeps them off the PATH, and brew the versioned ones too.
  folders=$(printf '%s\n' /usr/lib/postgresql/*/bin /opt/homebrew/opt/postgresql@*/bin /usr/local/opt/postgresql@*/bin | sort -rV)
  while read -r folder; do
    if [ -x "$folder/initdb" ] && [ -x "$folder/pg_ctl" ] && [ -x "$folder/postgres" ]; then
      echo "$folder"
      return
    fi
  done <<<"$folders"$'\n'"${PATH//:/$'\n'}"
}

# module_of ARGUMENTS OF go test: the folder of the module that the packages are of. Packages of the modules test and bench are
# named from the root of the repository, as ./test/blob.
module_of() {
  case " $* " in
  *" ./test/"*) echo test ;;
  *" ./bench/"*) echo bench ;;
  *) echo . ;;
  esac
}
