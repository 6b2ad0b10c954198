"""Modules of serve-load.py: clients that load the service, and reports."""
