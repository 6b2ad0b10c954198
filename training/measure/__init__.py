"""Evaluation of the released program: levels, hints, gate, detector, landmarks, movements."""
