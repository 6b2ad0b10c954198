"""The version of this package; what is installed from a checkout gets that of the checkout (setup.py)."""

__version__ = "0.1.0"
