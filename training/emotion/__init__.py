"""The emotion network: trained, calibrated, exported, published with its model card."""
