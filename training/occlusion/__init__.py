"""The network that detects hidden mouths and eyes."""
