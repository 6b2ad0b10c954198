"""The parts of serve-load.py: what loads the service, and what writes down how it held out."""
