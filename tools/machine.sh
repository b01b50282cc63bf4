#!/usr/bin/env bash
# Install the programs that the tests use, if allowed: a browser, a PostgreSQL server, proxies, a C
# compiler.
set -euo pipefail
wanted=()
command -v chromium >/dev/null || wanted+=(chromium)
command -v chromium-headless-shell >/dev/null || wanted+=(chromium-headless-shell)
command -v cc >/dev/null || wanted+=(gcc libc6-dev)
ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null || wanted+=(postgresql)
command -v pg_dump >/dev/null || wanted+=(postgresql-client)
command -v nginx >/dev/null || [ -x /usr/sbin/nginx ] || wanted+=(nginx-light)
command -v caddy >/dev/null || wanted+=(caddy)
command -v openssl >/dev/null || wanted+=(openssl)
command -v systemd-analyze >/dev/null || wanted+=(systemd)
fc-list :lang=ja 2>/dev/null | grep -q . || wanted+=(fonts-noto-cjk)
if [ ${#wanted[@]} = 0 ]; then exit 0; fi
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "Installing ${wanted[*]} for the tests"
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${wanted[@]}" >/dev/null
else
    echo "Not installed: ${wanted[*]}. The tests that need them are skipped; CI runs them."
fi
