"""Labelled faces: which count, where they lie, how they are cut, damaged and augmented."""
