"""Networks of other packages brought into the format of `Models`, and the reference that runs it."""
