"""Labeled faces: selection, detection, framing, degradation and augmentation."""
