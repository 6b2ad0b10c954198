"""Checks that comments, messages, documents, test names and commit subjects are written in plain English.

`.ci/plain-english --help` lists the options; CONTRIBUTING.md describes the method.
"""
