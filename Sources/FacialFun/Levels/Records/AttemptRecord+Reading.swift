import FacialFunWire

extension AttemptRecord {
    /// The maximum bytes of a line; one event needs less than four thousand.
    static let maxLineLength = 65_536
    /// The allowed times, in milliseconds: thirty thousand years in either direction.
    static let times = -1e15...1e15

    /// Reads a record's lines; skips empty ones.
    ///
    /// - Parameters:
    ///   - bytes: The text.
    ///   - file: File name for error messages.
    /// - Throws: `malformedRecord` with file, line and field. A record with a truncated last line
    ///   is rejected, too, because it would be a different attempt.
    package init(bytes: [UInt8], file: String) throws(FacialFunError) {
        var record: AttemptRecord?
        var number = 0
        for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            number += 1
            guard line.contains(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }) else { continue }
            guard line.count <= Self.maxLineLength else {
                throw Self.malformed(
                    file, number, "more than \(Self.maxLineLength) bytes on one line")
            }
            let field = try StrictDocument.open(
                Array(line), line: number, file: file, code: .malformedRecord)
            if record == nil {
                record = try AttemptRecord(head: field)
            } else if record?.ending != nil {
                throw field.error("the attempt has already ended; remove this line")
            } else if field.value["phase"] != nil {
                record?.ending = try Ending(field)
            } else {
                record?.events.append(try AttemptEvent(field))
            }
        }
        guard let record else {
            throw Self.malformed(
                file, 1, "the file is empty; expected a line with \"\(Self.format)\"")
        }
        self = record
    }

    private static func malformed(
        _ file: String, _ line: Int, _ problem: String
    ) -> FacialFunError {
        FacialFunError(
            code: .malformedRecord, message: "\(file), line \(line): \(problem)", line: line)
    }

    private init(head field: JSONField<FacialFunError>) throws(FacialFunError) {
        try field.object(allowed: [
            "schema", "model", "target", "level", "timeLimitMilliseconds", "startMilliseconds",
        ])
        try field.check(format: Self.format)
        let levelField = try field.required("level")
        guard let level = Level(rawValue: try levelField.integer(in: 1...5)) else {
            throw levelField.error("expected a level from 1 to 5")
        }
        var limit: Double?
        let limitField = try field.required("timeLimitMilliseconds")
        if limitField.value != .null { limit = try limitField.number(in: 1...1e15) }
        let startField = try field.required("startMilliseconds")
        self.init(
            model: try field.model(),
            plan: AttemptPlan(
                target: try field.required("target").emotion(), level: level,
                timeLimitMilliseconds: limit),
            startMilliseconds: startField.value == .null
                ? nil : try startField.number(in: Self.times))
    }
}

extension AttemptRecord.Ending {
    fileprivate init(_ field: JSONField<FacialFunError>) throws(FacialFunError) {
        try field.object(allowed: ["phase", "verdict", "earnedBy"])
        let phaseField = try field.required("phase")
        guard let phase = AttemptStatus.Phase(rawValue: try phaseField.string()),
            phase != .watching, phase != .holding
        else { throw phaseField.error("expected matched, time_up or skipped") }
        let verdictField = try field.required("verdict")
        guard let verdict = Verdict.Kind(rawValue: try verdictField.string()) else {
            throw verdictField.error("expected matched, not_yet or cannot_judge")
        }
        let earned = try field.required("earnedBy")
        self.init(
            phase: phase, verdict: verdict,
            earnedBy: earned.value == .null ? nil : try earned.integer(in: Int.min...Int.max))
    }
}

extension AttemptEvent {
    fileprivate init(_ field: JSONField<FacialFunError>) throws(FacialFunError) {
        let time = try field.required("milliseconds").number(in: AttemptRecord.times)
        if let eventField = field.optional("event") {
            try field.object(allowed: ["milliseconds", "event"])
            switch try eventField.string() {
            case "tick": self.init(milliseconds: time, kind: .tick)
            case "retry": self.init(milliseconds: time, kind: .retry)
            case "skip": self.init(milliseconds: time, kind: .skip)
            default: throw eventField.error("expected tick, retry or skip")
            }
            return
        }
        let frame = try field.required("frame").integer(in: Int.min...Int.max)
        if let reasonField = field.optional("cannotJudge") {
            try field.object(allowed: ["frame", "milliseconds", "cannotJudge"])
            guard let reason = CannotJudgeReason(rawValue: try reasonField.string()) else {
                throw reasonField.error("unknown code of a reason")
            }
            self.init(milliseconds: time, kind: .cannotJudge(frame: frame, reason))
            return
        }
        try field.object(allowed: [
            "frame", "milliseconds", "scores", "baseline", "changeShare", "features",
            "featureChanges", "movements", "movementChanges",
        ])
        var reading = Reading(scores: try field.required("scores").scores())
        reading.changeShare = try field.optional("changeShare")?.number(in: -1e6...1e6)
        // Records of earlier versions lack the key `baseline`, but have a change only with a
        // baseline.
        reading.isBaselineAdjusted =
            try field.optional("baseline")?.bool() ?? (reading.changeShare != nil)
        if let features = field.optional("features") {
            reading.features = .absolute(try features.features())
        }
        if let changes = field.optional("featureChanges") {
            guard reading.features == nil else {
                throw changes.error("`features` is present, too; give only one of both")
            }
            reading.features = .change(try changes.features())
        }
        if let movements = field.optional("movements") {
            let values = try movements.movements(in: 0...1)
            reading.movements = .absolute(FaceMovements(values: values.map(Float.init)))
        }
        if let changes = field.optional("movementChanges") {
            guard reading.movements == nil else {
                throw changes.error("`movements` is present, too; give only one of both")
            }
            reading.movements = .change(try changes.movements(in: -1...1))
        }
        self.init(milliseconds: time, kind: .face(frame: frame, reading))
    }
}

extension JSONField<FacialFunError> {
    /// Eight scores by name.
    fileprivate func scores() throws(FacialFunError) -> EmotionScores {
        try object(allowed: Set(Emotion.allCases.map(\.rawValue)))
        var values = SIMD8<Float>()
        for emotion in Emotion.allCases {
            values[emotion.index] = Float(try required(emotion.rawValue).share())
        }
        guard let scores = EmotionScores(checking: values) else {
            throw error("the scores must sum to 1, not \(values.sum())")
        }
        return scores
    }

    /// All movements by name, in the order of `FaceMovement.allCases`.
    fileprivate func movements(in range: ClosedRange<Double>) throws(FacialFunError) -> [Double] {
        try object(allowed: Set(FaceMovement.allCases.map(\.rawValue)))
        var values: [Double] = []
        for movement in FaceMovement.allCases {
            values.append(try required(movement.rawValue).number(in: range))
        }
        return values
    }

    /// All features by name.
    fileprivate func features() throws(FacialFunError) -> GeometricFeatures {
        try object(allowed: Set(GeometricFeature.allCases.map(\.rawValue)))
        var values: [Double] = []
        for feature in GeometricFeature.allCases {
            values.append(try required(feature.rawValue).number(in: -1e6...1e6))
        }
        return GeometricFeatures(values: values)
    }
}
