/// Progress of a score towards the level's threshold.
enum Progress {
    /// The score at which progress starts; for low thresholds, a tenth of the threshold.
    private static let floor = 0.01

    /// The progress of a score: 0 up to the floor, 1 from the threshold on, and linear in log-odds
    /// in between, so that it moves evenly with the expression.
    ///
    /// Never falls when the score rises.
    ///
    /// - Parameters:
    ///   - score: The target's score, 0…1.
    ///   - threshold: The level's threshold, 0.001 to 1.
    /// - Returns: 0…1.
    static func of(score: Double, threshold: Double) -> Double {
        if score >= threshold { return 1 }
        let start = LogOdds.of(min(floor, threshold / 10))
        let span = LogOdds.of(threshold) - start
        // Prevents rounding to 1 below the threshold.
        return min(max((LogOdds.of(score) - start) / span, 0), 1.0.nextDown)
    }

    /// The smaller progress of the score and, with a baseline, of the change.
    ///
    /// Exactly 1 if both reach their goals.
    static func of(score: Double, changeShare: Double?, threshold: Double) -> Double {
        let progress = of(score: score, threshold: threshold)
        guard let changeShare else { return progress }
        return min(progress, min(max(changeShare, 0), 1))
    }
}
