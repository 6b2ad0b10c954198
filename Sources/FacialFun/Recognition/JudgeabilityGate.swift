package import FacialFunWire

/// Says whether a face can be seen well enough to be judged, and if not, why.
///
/// A pure function of what a report says of the face; the scores are the same with and without it.
/// The limits are measured: `training/measure/GATE.md` has the curves.
package struct JudgeabilityGate: Hashable, Sendable {
    /// The reasons that this gate gives, what matters most first: what hides the causes of others
    /// goes before them (a face in the dark looks blurred), and what a child can mend at once before
    /// what is only a doubt.
    package static let reasons: [CannotJudgeReason] = [
        .tooDark, .tooBright, .tooSmall, .cutOff, .turnedAway, .blurred, .mouthCovered,
        .eyesCovered, .lowConfidence,
    ]

    /// The limits.
    package let limits: JudgeabilityLimits

    /// Makes a gate.
    package init(limits: JudgeabilityLimits) {
        self.limits = limits
    }

    /// Reasons why a face cannot be judged.
    ///
    /// - Parameters:
    ///   - face: The face; its own ``Emotions/FaceReport/reasons`` are not looked at.
    ///   - ignored: Reasons to omit.
    ///   - leftOut: Limits that are not looked at.
    /// - Returns: The reasons in the order of ``reasons``, each once; empty when it can.
    package func reasons(
        for face: FaceReport, ignoring ignored: Set<CannotJudgeReason> = [],
        leavingOut leftOut: Set<JudgeabilityLimit> = []
    ) -> [CannotJudgeReason] {
        // Nearly every face can be judged: then nothing is allocated.
        var found: [CannotJudgeReason] = []
        for index in 0..<Self.order.count {
            let limit = Self.order[index]
            guard let measure = limit.measure(of: face) else { continue }
            let bound = limits[limit]
            // So written, a NaN is refused.
            let isWithin = limit.isMinimum ? measure >= bound : measure <= bound
            if !isWithin, leftOut.isEmpty || !leftOut.contains(limit) {
                found.append(limit.reason(for: face))
            }
        }
        if found.isEmpty { return found }
        return Self.reasons.filter { found.contains($0) && !ignored.contains($0) }
    }

    /// The limits in their order, made once.
    private static let order = JudgeabilityLimit.allCases
}
