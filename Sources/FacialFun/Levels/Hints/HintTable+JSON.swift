import FacialFunWire

extension HintTable {
    /// Reads the JSON text of a hints file.
    ///
    /// - Parameters:
    ///   - bytes: The text.
    ///   - file: File name for error messages.
    /// - Throws: `malformedHints` with file, line and field.
    package init(bytes: [UInt8], file: String = "hints.json") throws(FacialFunError) {
        let root = try StrictDocument.open(bytes, file: file, code: .malformedHints)
        try root.object(allowed: [
            "schema", "model", "hintBelow", "praiseFrom", "rest", "movements", "targets",
            "measured", "withMovements",
        ])
        try root.check(format: Self.format)
        model = try root.model()
        measured = try root.required("measured").string()
        hintBelow = try root.required("hintBelow").number(in: 0.01...1)
        let praiseField = try root.required("praiseFrom")
        praiseFrom = try praiseField.number(in: 0.01...1)
        guard praiseFrom >= hintBelow else {
            throw praiseField.error(
                "it must not be below hintBelow, or a face would get both hint and praise")
        }
        ofFeatures = try HintMeasures(
            root, of: HintQuantity.ofFeatures, praiseFrom: praiseFrom)
        let praise = praiseFrom
        withMovements = try root.optional("withMovements").map { field throws(FacialFunError) in
            try field.object(allowed: ["rest", "movements", "targets", "measured"])
            _ = try field.required("measured").string()
            return try HintMeasures(
                field, of: HintQuantity.withMovements, praiseFrom: praise)
        }
    }
}

extension HintMeasures {
    /// Reads measures from an object with the keys `rest`, `movements` and `targets`.
    fileprivate init(
        _ field: JSONField<FacialFunError>, of quantities: [HintQuantity], praiseFrom: Double
    ) throws(FacialFunError) {
        self.quantities = quantities
        rest = try Self.rest(try field.required("rest"), quantities)
        movements = try Self.movements(try field.required("movements"), quantities)
        let targetsField = try field.required("targets")
        targets = try Self.targets(targetsField, movements: movements)
        for entry in targets.joined() {
            if let share = entry.hintBelow, share > praiseFrom {
                throw targetsField.error(
                    "hintBelow of \(entry.hint.rawValue) is above praiseFrom, so a face would get "
                        + "both hint and praise")
            }
        }
    }

    private static func rest(
        _ field: JSONField<FacialFunError>, _ quantities: [HintQuantity]
    ) throws(FacialFunError) -> [RestingFeature] {
        try field.object(allowed: Set(quantities.map(\.name)))
        var rest: [HintQuantity: RestingFeature] = [:]
        var ordered: [RestingFeature] = []
        for feature in quantities {
            let member = try field.required(feature.name)
            try member.object(allowed: ["mean", "spread"])
            let figures = RestingFeature(
                mean: try member.required("mean").number(in: -10...10),
                spread: try member.required("spread").number(in: 1e-6...10))
            if let mirrored = rest[feature.mirrored], mirrored != figures {
                throw member.error(
                    "it must be the same as \(feature.mirrored.name): average both sides")
            }
            rest[feature] = figures
            ordered.append(figures)
        }
        return ordered
    }

    private static func movements(
        _ field: JSONField<FacialFunError>, _ quantities: [HintQuantity]
    ) throws(FacialFunError) -> [HintCode: Movement] {
        var movements: [HintCode: Movement] = [:]
        for member in try field.members() {
            let movement = field.child(member)
            guard let hint = HintCode(rawValue: member.name), hint.praise != nil else {
                throw movement.error("unknown code of a movement")
            }
            movements[hint] = try Movement(movement, quantities)
        }
        return movements
    }

    private static func targets(
        _ field: JSONField<FacialFunError>, movements: [HintCode: Movement]
    ) throws(FacialFunError) -> [[TargetHint]] {
        try field.object(allowed: Set(Emotion.allCases.map(\.rawValue)))
        var targets: [[TargetHint]] = []
        for emotion in Emotion.allCases {
            var entries: [TargetHint] = []
            for element in try field.required(emotion.rawValue).elements() {
                let entry = try TargetHint(element, movements: movements)
                if entries.contains(where: { $0.hint == entry.hint }) {
                    throw element.error("duplicate hint \(entry.hint.rawValue)")
                }
                if entry.offered,
                    let other = entries.first(where: {
                        $0.offered && $0.hint.contradictions.contains(entry.hint)
                    })
                {
                    throw element.error(
                        "\(entry.hint.rawValue) contradicts \(other.hint.rawValue), which is "
                            + "offered, too")
                }
                entries.append(entry)
            }
            targets.append(entries)
        }
        return targets
    }
}

extension TargetHint {
    /// Reads the effect of a movement on a target.
    fileprivate init(
        _ field: JSONField<FacialFunError>, movements: [HintCode: Movement]
    ) throws(FacialFunError) {
        try field.object(allowed: [
            "hint", "goal", "hintBelow", "gain", "raised", "cases", "offered",
        ])
        let hintField = try field.required("hint")
        guard let hint = HintCode(rawValue: try hintField.string()), let movement = movements[hint]
        else { throw hintField.error("`movements` in this file does not contain this code") }
        self.hint = hint
        let goalField = try field.required("goal")
        goal = try goalField.number(in: -100...100)
        guard movement.kind == .distance ? goal < 0 : goal > 0 else {
            throw goalField.error(
                "it must be \(movement.kind == .distance ? "below" : "above") 0 for a movement of "
                    + "the kind \(movement.kind.rawValue)")
        }
        hintBelow = try field.optional("hintBelow")?.number(in: 0.001...1)
        gain = try field.required("gain").number(in: -1...1)
        let raisedField = try field.required("raised")
        raised = try raisedField.share()
        cases = try field.required("cases").integer(in: 0...Int.max)
        offered = try field.required("offered").bool()
        guard !offered || raised >= HintTable.minRaised, !offered || cases > 0 else {
            throw raisedField.error(
                "a hint that raises the score in fewer than \(HintTable.minRaised) of the cases "
                    + "must not be offered")
        }
    }
}

extension Movement {
    /// Reads the definition of a movement.
    fileprivate init(
        _ field: JSONField<FacialFunError>, _ quantities: [HintQuantity]
    ) throws(FacialFunError) {
        try field.object(allowed: ["kind", "weights"])
        let kindField = try field.required("kind")
        guard let kind = Kind(rawValue: try kindField.string()) else {
            let known = Kind.allCases.map(\.rawValue).joined(separator: ", ")
            throw kindField.error("expected one of \(known)")
        }
        let weightsField = try field.required("weights")
        try weightsField.object(allowed: Set(quantities.map(\.name)))
        let named = Dictionary(uniqueKeysWithValues: quantities.map { ($0.name, $0) })
        var weights: [HintQuantity: Double] = [:]
        for member in try weightsField.members() {
            guard let feature = named[member.name] else { continue }
            weights[feature] = try weightsField.child(member)
                .number(in: kind == .distance ? 0...1 : -1...1)
        }
        for feature in quantities {
            let opposite = (weights[feature.mirrored] ?? 0) * (kind == .asymmetry ? -1 : 1)
            guard (weights[feature] ?? 0) == opposite else {
                throw weightsField.error(
                    "\(feature.name) and \(feature.mirrored.name) must have "
                        + (kind == .asymmetry ? "opposite weights" : "the same weight"))
            }
        }
        let ordered = quantities.map { weights[$0] ?? 0 }
        let sum = ordered.reduce(0) { $0 + abs($1) }
        guard abs(sum - 1) <= 1e-6 else {
            throw weightsField.error("the magnitudes of the weights must sum to 1, not \(sum)")
        }
        self.kind = kind
        self.weights = ordered
    }
}
