"""The version of this package; an installation from a checkout gets the version of the checkout (setup.py)."""

__version__ = "0.1.0"
