package import FacialFunWire

/// Decides whether a face can be judged, and if not, why.
///
/// A pure function of the face's report; it does not affect the scores. The limits are measured:
/// `training/measure/GATE.md` has the curves.
package struct JudgeabilityGate: Hashable, Sendable {
    /// The reasons of this gate, most important first.
    ///
    /// Causes precede their consequences (a dark face also looks blurred), and reasons that a child
    /// can fix at once precede uncertain ones.
    package static let reasons: [CannotJudgeReason] = [
        .tooDark, .tooBright, .tooSmall, .cutOff, .turnedAway, .blurred, .mouthCovered,
        .eyesCovered, .lowConfidence,
    ]

    /// The limits.
    package let limits: JudgeabilityLimits

    /// Creates a gate.
    package init(limits: JudgeabilityLimits) {
        self.limits = limits
    }

    /// Reasons why a face cannot be judged.
    ///
    /// - Parameters:
    ///   - face: The face; its own ``Emotions/FaceReport/reasons`` are ignored.
    ///   - ignored: Reasons to omit.
    ///   - leftOut: Limits to omit.
    /// - Returns: The reasons in the order of ``reasons``, each once; empty if the face can be
    ///   judged.
    package func reasons(
        for face: FaceReport, ignoring ignored: Set<CannotJudgeReason> = [],
        leavingOut leftOut: Set<JudgeabilityLimit> = []
    ) -> [CannotJudgeReason] {
        // Nearly every face can be judged; for these faces nothing is allocated.
        var found: [CannotJudgeReason] = []
        for index in 0..<Self.order.count {
            let limit = Self.order[index]
            guard let measure = limit.measure(of: face) else { continue }
            let bound = limits[limit]
            // These comparisons reject NaN.
            let isWithin = limit.isMinimum ? measure >= bound : measure <= bound
            if !isWithin, leftOut.isEmpty || !leftOut.contains(limit) {
                found.append(limit.reason(for: face))
            }
        }
        if found.isEmpty { return found }
        return Self.reasons.filter { found.contains($0) && !ignored.contains($0) }
    }

    /// The limits in their order, created once.
    private static let order = JudgeabilityLimit.allCases
}
