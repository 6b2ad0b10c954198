/// Status of an attempt after a frame.
public struct AttemptStatus: Hashable, Decodable, Sendable {
    /// The phases of an attempt; the last three are final.
    public enum Phase: String, Codable, CaseIterable, Sendable {
        /// The face does not match yet, or cannot be judged.
        case watching
        /// The face matches and has to be held.
        case holding
        /// The face matched and was held.
        case matched
        /// The time limit has passed.
        case timeUp = "time_up"
        /// The player skipped the attempt.
        case skipped
    }

    /// The current phase.
    public var phase: Phase
    /// The verdict on the newest frame; at the end the final verdict.
    ///
    /// Only the phase `matched` has the verdict `matched`.
    public var verdict: Verdict
    /// Fraction of the hold time that has passed, 0…1.
    public var held: Double
    /// Maximum progress so far, 0…1, after smoothing.
    public var peak: Double
    /// The number of the frame at which ``peak`` was first reached; nil before a face was judged.
    public var peakFrame: Int?
    /// The number of the frame that determined the final verdict; nil before the end.
    ///
    /// It completed the hold or, for an attempt without a match, had the maximum progress.
    public var earnedBy: Int?
    /// Time since the start or the last retry, in milliseconds.
    public var milliseconds: Double
    /// Number of tries: 1, plus one for each retry.
    public var tries: Int

    /// Whether the attempt has ended.
    public var isFinal: Bool {
        switch phase {
        case .watching, .holding: false
        case .matched, .timeUp, .skipped: true
        }
    }

    /// Makes a status.
    public init(
        phase: Phase, verdict: Verdict, held: Double, peak: Double, peakFrame: Int?,
        earnedBy: Int?, milliseconds: Double, tries: Int
    ) {
        self.phase = phase
        self.verdict = verdict
        self.held = held
        self.peak = peak
        self.peakFrame = peakFrame
        self.earnedBy = earnedBy
        self.milliseconds = milliseconds
        self.tries = tries
    }
}
