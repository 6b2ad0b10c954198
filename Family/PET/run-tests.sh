#!/usr/bin/env bash
# Checks P.E.T.'s modules with deno: lint, types and unit tests. DENO is the program; the browser tests install it.
set -euo pipefail
cd "$(dirname "$0")"
deno="${DENO:-$PWD/../.build/browser-venv/bin/deno}"
export NO_COLOR=1 DENO_NO_UPDATE_CHECK=1
"$deno" lint --quiet
# A service worker has other globals than a page.
find Web/modules -name '*.js' ! -name service-worker.js -exec "$deno" check --quiet {} +
"$deno" test --quiet Tests/Unit
