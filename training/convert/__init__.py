"""Converts networks of other packages to the format of `Models`, with a reference implementation."""
