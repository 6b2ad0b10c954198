#!/bin/sh
# Checks that a release binary is linked with the promised hardening.
#
#   Tests/Hardening/check.sh BINARY
#
# Needs readelf and nm of binutils. Exits with 0 if everything is present, otherwise with 1 and a line for each
# missing part.
set -u

binary=${1:?name a binary}
failed=0
see() {
    if [ "$2" = "$3" ]; then
        echo "ok    $1"
    else
        echo "FAILS $1" >&2
        failed=1
    fi
}
has() { readelf --wide "$1" "$binary" 2>/dev/null | grep -Eq "$2" && echo yes || echo no; }

see "position-independent (PIE)" "$(has --file-header 'Type: +DYN')" yes
see "no stack that is executed" "$(has --program-headers 'GNU_STACK.* RWE')" no
see "nothing both written and executed" "$(has --program-headers 'LOAD.* RWE')" no
see "RELRO" "$(has --program-headers 'GNU_RELRO')" yes
see "all resolved at the start (BIND_NOW)" "$(has --dynamic 'BIND_NOW|FLAGS.*NOW')" yes
see "no library looked for beside it (RPATH, RUNPATH)" "$(has --dynamic 'RPATH|RUNPATH')" no
see "stack protector" "$(has --dyn-syms '__stack_chk_fail')" yes
see "FORTIFY" "$(has --dyn-syms '__(memcpy|memset|snprintf|vsnprintf|longjmp)_chk')" yes
see "stripped" "$(nm "$binary" 2>&1 | grep -q 'no symbols' && echo yes || echo no)" yes
# OpenCV's other modules need a hundred more libraries, which take a tenth of a second to load.
opencv=$(readelf --wide --dynamic "$binary" 2>/dev/null | sed -n 's/.*NEEDED.*\[libopencv_\([a-z0-9]*\)\..*/\1/p' | sort | tr '\n' ' ')
see "of OpenCV core and imgproc alone" "$opencv" "core imgproc "
exit $failed
