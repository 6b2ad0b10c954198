import CommandSupport
import FacialFun
import FacialFunWire

/// Judges rendered people in single pictures and in attempts over frames, each without and with the
/// person's own baseline.
struct AttemptsMeasure {
    /// Number of people whose attempts are recorded.
    private static let recordedPeople = 3

    let levels: LevelsFile
    let hints: HintTable?
    let records: OutputFolder

    /// Prints the results of all people, in order.
    func measure(_ people: [Person]) throws {
        for (index, person) in people.enumerated() {
            try measure(person, isRecorded: index < Self.recordedPeople)
        }
    }

    /// Prints the results of one person.
    private func measure(_ person: Person, isRecorded: Bool) throws {
        let (baseline, problem) = person.baseline()
        try AttemptLine(
            baselineOf: person.number, isMade: baseline != nil, problem: problem
        ).print()
        for picture in person.judged { try judge(picture, baseline: baseline) }
        for target in Emotion.allCases where target != .neutral {
            for level in Level.allCases {
                for (frames, scene) in [("still", person.still), ("rising", person.rising(target))]
                {
                    for inLight in [false, true] where !inLight || baseline != nil {
                        let record = record(
                            person, scene, target: target, level: level,
                            baseline: inLight ? baseline : nil)
                        try AttemptLine(
                            attemptOf: person.number, target: target, level: level,
                            frames: frames, inLight: inLight, phase: record.ending?.phase
                        ).print()
                        guard isRecorded else { continue }
                        let name =
                            "\(person.number)-\(target.rawValue)-\(level.rawValue)-\(frames)"
                            + "-\(inLight ? "baseline" : "alone").jsonl"
                        try records.write(
                            Array(record.text.utf8), stem: InputPath(name), suffix: "")
                    }
                }
            }
        }
    }

    /// Judges one picture for each target at each level.
    private func judge(_ picture: PersonPicture, baseline: Baseline?) throws {
        let matcher = Matcher(levels: levels, hints: hints)
        for target in Emotion.allCases {
            let verdicts = [nil, baseline].map { baseline in
                Level.allCases.map {
                    matcher.judge(
                        picture.observation, target: target, level: $0, baseline: baseline)
                }
            }
            try AttemptLine(
                picture, target: target, alone: verdicts[0],
                inLightOfBaseline: baseline == nil ? nil : verdicts[1]
            ).print()
        }
    }

    /// Plays an attempt over the scene to its end.
    private func record(
        _ person: Person, _ scene: [PersonPicture], target: Emotion, level: Level,
        baseline: Baseline?
    ) -> AttemptRecord {
        var record = AttemptRecord(
            model: person.model,
            plan: AttemptPlan(
                target: target, level: level,
                timeLimitMilliseconds: Double(scene.count + 1) * AttemptScene.frameMilliseconds),
            startMilliseconds: 0)
        for (frame, picture) in scene.enumerated() {
            record.events.append(
                AttemptEvent(
                    frame: frame,
                    atMilliseconds: Double(frame + 1) * AttemptScene.frameMilliseconds,
                    picture.observation, target: target, baseline: baseline,
                    withheld: levels.withheld))
        }
        let end = record.replay(levels: levels, hints: hints).last
        record.ending = end.flatMap { AttemptRecord.Ending($0) }
        return record
    }
}
