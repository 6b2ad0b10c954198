"""The network that says what hides mouth or eyes."""
