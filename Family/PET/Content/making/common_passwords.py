"""Makes the list of passwords that are refused, from Django's (django.contrib.auth, BSD-3-Clause).

    pip install django==5.2.19
    python common_passwords.py > ../../../Kit/Sources/FamilyAccounts/Passwords/CommonPasswords+Digests.swift

The first 5,000 of six characters or more, each as the first four bytes of its SHA-256: many of them
are words that have no place in a children's game. A password that is none of them is refused by
mistake once in 860,000.
"""

import base64
import gzip
import hashlib
import importlib.util
from pathlib import Path

COUNT = 5000
BYTES = 4
SOURCE_SHA256 = (
    "3c1baed62596de36860824eb3f436d5932d37ca8b06e59df78f5a44ec175afe4")
WIDTH = 88


def digests():
    """The digests, sorted, as one block."""
    django = Path(importlib.util.find_spec("django").submodule_search_locations[0])
    packed = (django / "contrib/auth/common-passwords.txt.gz").read_bytes()
    checksum = hashlib.sha256(packed).hexdigest()
    if checksum != SOURCE_SHA256:
        raise SystemExit(f"The list is not that of Django 5.2.19; its checksum is {checksum}.")
    words = [word for word in gzip.decompress(packed).decode().split("\n") if len(word) >= 6]
    return b"".join(sorted(
        hashlib.sha256(word.encode()).digest()[:BYTES] for word in words[:COUNT]))


def main():
    text = base64.b64encode(digests()).decode()
    lines = [text[start:start + WIDTH] for start in range(0, len(text), WIDTH)]
    print("extension CommonPasswords {")
    print(f"    /// The first {BYTES} bytes of the SHA-256 of each of {COUNT} passwords, in Base64.")
    print("    ///")
    print("    /// Made by `Content/making/common_passwords.py` from the list in Django 5.2.19 (by Royce")
    print("    /// Williams; BSD-3-Clause).")
    print('    static let digests = """')
    for line in lines[:-1]:
        print(f"        {line}\\")
    print(f"        {lines[-1]}")
    print('        """')
    print("}")


if __name__ == "__main__":
    main()
