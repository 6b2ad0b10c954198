"""The emotion network: training, calibration, export, and publication with its model card."""
