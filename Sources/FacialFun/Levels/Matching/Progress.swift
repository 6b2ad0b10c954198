/// Proximity of a score to the level's threshold.
enum Progress {
    /// The score that counts as no progress; below a low threshold a tenth of it.
    private static let floor = 0.01

    /// The progress of a score: 0 at or below what every face gets, 1 from the threshold on, and in
    /// between on the scale of log-odds, on which an expression that grows evenly moves evenly.
    ///
    /// Never falls when the score rises.
    ///
    /// - Parameters:
    ///   - score: The target's score, 0…1.
    ///   - threshold: The level's, 0.001 to 1.
    /// - Returns: 0…1.
    static func of(score: Double, threshold: Double) -> Double {
        if score >= threshold { return 1 }
        let start = LogOdds.of(min(floor, threshold / 10))
        let span = LogOdds.of(threshold) - start
        // Below the threshold 1 is never reached, however the numbers round.
        return min(max((LogOdds.of(score) - start) / span, 0), 1.0.nextDown)
    }

    /// The lesser progress of the score and, where there is a baseline, of the change.
    ///
    /// Exactly 1 where both reach what is wanted.
    static func of(score: Double, changeShare: Double?, threshold: Double) -> Double {
        let progress = of(score: score, threshold: threshold)
        guard let changeShare else { return progress }
        return min(progress, min(max(changeShare, 0), 1))
    }
}
