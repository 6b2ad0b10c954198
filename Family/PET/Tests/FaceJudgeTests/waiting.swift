import Testing

/// Waits until a condition holds; fails with the message `what` if the time runs out.
///
/// It checks at least five hundred times, because other tests may occupy all threads while the time
/// passes.
func expectSoon(
    _ what: Comment, within limit: Duration = .seconds(20),
    sourceLocation: SourceLocation = #_sourceLocation, _ condition: () -> Bool
) async {
    let end = ContinuousClock.now + limit
    var looks = 0
    while looks < 500 || ContinuousClock.now < end {
        if condition() { return }
        looks += 1
        // After a cancellation the loop ends without further pauses.
        try? await Task.sleep(for: .milliseconds(10))
    }
    Issue.record(what, sourceLocation: sourceLocation)
}
