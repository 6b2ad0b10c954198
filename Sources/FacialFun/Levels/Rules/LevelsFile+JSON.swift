import FacialFunWire

extension LevelsFile {
    /// The allowed thresholds: below them every face would match.
    static let thresholds = 0.001...1.0
    /// The maximum hold time, in milliseconds.
    static let maxHold = 10_000
    /// The maximum time before a hint, in milliseconds.
    static let maxWait = 600_000

    /// Reads the JSON text of a levels file.
    ///
    /// - Parameters:
    ///   - bytes: The text.
    ///   - file: File name for error messages.
    /// - Throws: `malformedLevels` with file, line and field: a value is missing, unknown, out of
    ///   range or out of order, or a level accepts what an easier one rejects.
    package init(bytes: [UInt8], file: String = "levels.json") throws(FacialFunError) {
        let root = try StrictDocument.open(bytes, file: file, code: .malformedLevels)
        try root.object(allowed: [
            "schema", "model", "operatingPoint", "withheld", "levels", "emotions", "measured",
            "withBaseline",
        ])
        try root.check(format: Self.format)
        let ofBaseline = root.optional("withBaseline")
        try ofBaseline?.object(allowed: ["operatingPoint", "emotions", "measured"])
        let point = try root.optional("operatingPoint").map(Self.point) ?? .photograph
        self.init(
            model: try root.model(), operatingPoint: point,
            operatingPointWithBaseline: try ofBaseline?.optional("operatingPoint").map(Self.point)
                ?? point,
            withheld: try root.optional("withheld").map(Self.emotions) ?? [],
            measured: try root.optional("measured").map(Self.measurement),
            measuredWithBaseline: try ofBaseline?.optional("measured").map(Self.measurement),
            rules: try Self.rules(try root.required("levels")),
            goals: try Self.allGoals(try root.required("emotions")),
            goalsWithBaseline: try ofBaseline.map { field throws(FacialFunError) in
                try Self.allGoals(try field.required("emotions"))
            })
    }

    private static func point(_ field: JSONField<FacialFunError>) throws(FacialFunError)
        -> OperatingPoint
    {
        guard let point = OperatingPoint(rawValue: try field.string()) else {
            let names = OperatingPoint.allCases.map(\.rawValue).joined(separator: " or ")
            throw field.error("expected \(names)")
        }
        return point
    }

    /// Reads distinct emotions, in any order; at least one must remain.
    private static func emotions(_ field: JSONField<FacialFunError>) throws(FacialFunError)
        -> [Emotion]
    {
        var emotions: [Emotion] = []
        for element in try field.elements() {
            let emotion = try element.emotion()
            guard !emotions.contains(emotion) else { throw element.error("duplicate emotion") }
            emotions.append(emotion)
        }
        guard emotions.count < Emotion.allCases.count else {
            throw field.error("at least one emotion must remain")
        }
        return emotions
    }

    private static func allGoals(
        _ field: JSONField<FacialFunError>
    ) throws(FacialFunError) -> [[EmotionGoal]] {
        try field.object(allowed: Set(Emotion.allCases.map(\.rawValue)))
        var goals: [[EmotionGoal]] = []
        for emotion in Emotion.allCases {
            goals.append(try Self.goals(try field.required(emotion.rawValue), of: emotion))
        }
        return goals
    }

    /// The five elements of a list; their key `level` counts from 1.
    private static func five(
        _ field: JSONField<FacialFunError>
    ) throws(FacialFunError) -> [JSONField<FacialFunError>] {
        let elements = try field.elements()
        guard elements.count == Level.allCases.count else {
            throw field.error("expected five levels, not \(elements.count)")
        }
        for (level, element) in zip(Level.allCases, elements) {
            let number = try element.required("level")
            guard try number.integer(in: 1...5) == level.rawValue else {
                throw number.error("expected level \(level.rawValue): the levels must be in order")
            }
        }
        return elements
    }

    private static func rules(_ field: JSONField<FacialFunError>) throws(FacialFunError)
        -> [LevelRule]
    {
        var rules: [LevelRule] = []
        for element in try five(field) {
            try element.object(allowed: [
                "level", "passRate", "holdMilliseconds", "hintAfterMilliseconds",
            ])
            let passRate = try element.required("passRate")
            let hold = try element.required("holdMilliseconds")
            let wait = try element.required("hintAfterMilliseconds")
            let rule = LevelRule(
                passRate: try passRate.share(),
                holdMilliseconds: try hold.integer(in: 0...maxHold),
                hintAfterMilliseconds: wait.value == .null
                    ? nil : try wait.integer(in: 0...maxWait))
            if let easier = rules.last {
                guard rule.passRate <= easier.passRate else {
                    throw passRate.error(
                        "it must not be above \(easier.passRate) of level \(rules.count)")
                }
                guard rule.holdMilliseconds >= easier.holdMilliseconds else {
                    throw hold.error(
                        "it must not be below \(easier.holdMilliseconds) of level \(rules.count): "
                            + "a face that passes a level must pass every easier one")
                }
            }
            rules.append(rule)
        }
        return rules
    }

    private static func goals(
        _ field: JSONField<FacialFunError>, of emotion: Emotion
    ) throws(FacialFunError) -> [EmotionGoal] {
        var goals: [EmotionGoal] = []
        for element in try five(field) {
            let goal = try EmotionGoal(element, of: emotion)
            if let easier = goals.last, goal.threshold < easier.threshold {
                throw try element.required("threshold").error(
                    "it must not be below \(easier.threshold) of level \(goals.count): "
                        + "a face that passes a level must pass every easier one")
            }
            goals.append(goal)
        }
        return goals
    }

    private static func measurement(
        _ field: JSONField<FacialFunError>
    ) throws(FacialFunError) -> Measurement {
        try field.object(allowed: ["images", "faces"])
        var faces: [Emotion: Int] = [:]
        let facesField = try field.required("faces")
        for member in try facesField.members() {
            let count = facesField.child(member)
            guard let emotion = Emotion(rawValue: member.name) else {
                throw count.error("unknown emotion")
            }
            faces[emotion] = try count.integer(in: 0...Int.max)
        }
        return Measurement(images: try field.required("images").string(), faces: faces)
    }
}

extension EmotionGoal {
    /// Reads the goal of an emotion at a level.
    fileprivate init(
        _ field: JSONField<FacialFunError>, of target: Emotion
    ) throws(FacialFunError) {
        try field.object(allowed: [
            "level", "threshold", "offered", "interval", "passRate", "falseAcceptRate",
            "falseAccepts",
        ])
        let thresholdField = try field.required("threshold")
        threshold = try thresholdField.number(in: LevelsFile.thresholds)
        offered = try field.required("offered").bool()
        interval = try field.optional("interval").map { field throws(FacialFunError) in
            try field.interval()
        }
        passRate = try field.optional("passRate")?.share()
        falseAcceptRate = try field.optional("falseAcceptRate")?.share()
        falseAccepts = try field.optional("falseAccepts").map { field throws(FacialFunError) in
            try field.falseAccepts(of: target)
        }
    }
}

extension JSONField<FacialFunError> {
    /// Reads an interval of shares, `[low, high]`.
    fileprivate func interval() throws(FacialFunError) -> ClosedRange<Double> {
        let ends = try elements()
        guard ends.count == 2 else { throw error("expected two numbers: low, high") }
        let (low, high) = (try ends[0].share(), try ends[1].share())
        guard low <= high else { throw error("low must not be above high") }
        return low...high
    }

    /// Reads a share for each emotion except the target.
    fileprivate func falseAccepts(of target: Emotion) throws(FacialFunError) -> [Emotion: Double] {
        var shares: [Emotion: Double] = [:]
        for member in try members() {
            let field = child(member)
            guard let emotion = Emotion(rawValue: member.name), emotion != target else {
                throw field.error("expected the name of an emotion other than \(target.rawValue)")
            }
            shares[emotion] = try field.share()
        }
        return shares
    }
}
