/// Placeholder until the target's code comes.
