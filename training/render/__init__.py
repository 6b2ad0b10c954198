"""Faces and people with known expressions, rendered."""
