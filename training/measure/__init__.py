"""What the shipped program is worth: levels, hints, gate, detector, landmarks, movements."""
