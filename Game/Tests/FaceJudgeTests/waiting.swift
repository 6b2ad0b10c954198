import Testing

/// Waits until a condition holds; a test that waits in vain fails with `what`.
func expectSoon(
    _ what: Comment, within limit: Duration = .seconds(20),
    sourceLocation: SourceLocation = #_sourceLocation, _ condition: () -> Bool
) async {
    let end = ContinuousClock.now + limit
    while ContinuousClock.now < end {
        if condition() { return }
        try? await Task.sleep(for: .milliseconds(10))
    }
    Issue.record(what, sourceLocation: sourceLocation)
}
