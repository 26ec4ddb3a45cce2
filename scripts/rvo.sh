#!/usr/bin/env bash
# Gets the sources of RVO2, a rival of `./run bench avoidance`, from npm's package rvo2 into build/rvo. They are no part of lope.
# Without npm or a network nothing is got, and the table goes without it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
version=1.2.0 sum=4ef72434aff77ab5d66d8ddf3c5b73573bd0da814c8189b721132079dd27f63a

[ -f build/rvo/package/src/RVOSimulator.cpp ] && exit 0
mkdir -p build/rvo
cd build/rvo
npm pack --silent "rvo2@$version" >/dev/null
echo "$sum  rvo2-$version.tgz" | sha256sum --check --quiet
tar xzf "rvo2-$version.tgz"
