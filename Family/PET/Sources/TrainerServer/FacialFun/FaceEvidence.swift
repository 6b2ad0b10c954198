import FacialFunWire

/// Computes the gauge and the verdict of a tap from the evidence of several pictures.
enum FaceEvidence {
    /// The number of pictures combined for a tap.
    static let pictures = 3
    /// Maximum age of a combined picture at the tap, in seconds.
    static let longestSeconds = 0.75
    /// Maximum weight of a picture, in log-odds above or below the threshold.
    static let maxExcess = 3.0
    /// Maximum weight of a picture's change, relative to the change that is needed.
    static let maxChange = 2.0
    /// If another emotion leads by at least this much, in log-odds, the gauge is empty.
    static let fullLead = 1.5
    /// The progress from which a face is nearly right.
    static let nearly = 0.6

    /// The progress that the child sees: evidence for the target alone.
    ///
    /// A face that shows another emotion may score below the threshold, but far above other faces.
    /// The progress therefore fades while another emotion is likelier than the target.
    ///
    /// - Returns: 0…1, at most `progress`.
    static func shownProgress(_ progress: Double, _ evidence: MatchEvidence?) -> Double {
        guard progress < 1, let evidence else { return progress }
        return progress * min(max(1 - evidence.lead / fullLead, 0), 1)
    }

    /// The verdict with the progress that the child sees.
    static func shown(_ verdict: Verdict, _ evidence: MatchEvidence?) -> Verdict {
        guard case .notYet(let progress, let hint, let praise) = verdict else { return verdict }
        return .notYet(progress: shownProgress(progress, evidence), hint: hint, praise: praise)
    }

    /// The verdict of a tap, from the mean log-odds of its picture and those just before it.
    ///
    /// - Parameters:
    /// - verdict: The verdict on the tap's picture alone, which is returned if fewer than two
    ///   pictures can be judged.
    /// - evidence: The evidence of each picture, the tap's last; nil if it cannot be judged.
    /// - Returns: The verdict. A tap whose picture cannot be judged is not counted unless the other
    ///   pictures match.
    static func pooled(_ verdict: Verdict, _ evidence: [MatchEvidence?]) -> Verdict {
        let judged = evidence.compactMap(\.self)
        guard judged.count >= 2 else { return verdict }
        func mean(_ values: [Double], limit: Double) -> Double {
            values.reduce(0) { $0 + min(max($1, -limit), limit) } / Double(values.count)
        }
        let excess = mean(judged.map(\.excess), limit: maxExcess)
        let change = mean(judged.map { $0.change ?? 1 }, limit: maxChange)
        if excess >= 0, change >= 1 { return .matched(praise: .wellDone) }
        guard case .matched = verdict else { return verdict }
        // The tap's picture matches, but those before it do not.
        return .notYet(progress: 0.95, hint: .holdIt, praise: nil)
    }
}
