import Testing

/// Waits until a condition holds; a test that waits in vain fails with `what`.
///
/// It looks at least five hundred times: where other tests hold all threads the time passes by itself.
func expectSoon(
    _ what: Comment, within limit: Duration = .seconds(20),
    sourceLocation: SourceLocation = #_sourceLocation, _ condition: () -> Bool
) async {
    let end = ContinuousClock.now + limit
    var looks = 0
    while looks < 500 || ContinuousClock.now < end {
        if condition() { return }
        looks += 1
        // Cancelled: the looks come to their end at once.
        try? await Task.sleep(for: .milliseconds(10))
    }
    Issue.record(what, sourceLocation: sourceLocation)
}
