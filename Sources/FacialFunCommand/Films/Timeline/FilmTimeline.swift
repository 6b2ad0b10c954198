import FacialFunWire

/// The scores of a film over time.
struct FilmTimeline {
    /// A face in a frame.
    struct Sample {
        /// Seconds from the film's beginning.
        let seconds: Double
        /// The eight scores.
        let scores: EmotionScores
        /// The scores of the model's own classes; nil if it has none.
        var classes: [Float]?
        /// Whether the face can be judged.
        let isJudgeable: Bool

        /// The score of one of the film's ``FilmTimeline/labels``.
        func value(_ label: Int) -> Double {
            Double(classes?[label] ?? scores.values[label])
        }

        /// The label with the highest score; the first wins a tie.
        var top: Int {
            guard let classes else { return scores.top.index }
            return classes.indices.dropFirst().reduce(0) { classes[$1] > classes[$0] ? $1 : $0 }
        }
    }

    /// An interval in which one label has a person's highest score, or in which the face cannot be
    /// judged.
    struct Stretch: Hashable {
        /// Seconds from the film's beginning.
        let begin: Double
        /// Seconds from the film's beginning.
        var end: Double
        /// The label; nil if the face cannot be judged.
        let label: Int?
    }

    /// Number of frames in which a person must be seen to be listed, if the film has at least ten
    /// times as many frames.
    static let minFrames = 3

    /// The path in the records.
    let path: String
    /// The faces of each person, in order of time.
    private(set) var people: [Int: [Sample]] = [:]
    /// The names of the scores.
    private(set) var labels = ScoreLabels.emotions
    /// Number of frames.
    private(set) var frames = 0
    /// Time of the last frame in seconds.
    private(set) var lastSeconds = 0.0
    /// Time between frames in seconds: the minimum, without the first few, whose times may be
    /// irregular.
    private(set) var step = 0.04
    /// The reason why the film, or the rest of it, could not be read; nil if it was read to its
    /// end.
    private(set) var fault: String?
    /// Number of unreadable frames.
    private(set) var unread = 0
    private var steps: [Double] = []

    /// Creates the timeline of a film without frames.
    init(path: String) { self.path = path }

    /// Seconds until the end of the last frame.
    var duration: Double { lastSeconds + step }

    /// The listed people, by number: all people of a short film, otherwise those seen in several
    /// frames.
    var shownPeople: [Int] {
        let isShort = frames < 10 * Self.minFrames
        return people.filter { isShort || $0.value.count >= Self.minFrames }.keys.sorted()
    }

    /// Adds a frame.
    mutating func add(_ report: ImageReport) {
        guard let time = report.time else { return }
        if frames > 0, time > lastSeconds, steps.count < 1000 {
            steps.append(time - lastSeconds)
            step = steps.sorted()[steps.count / 2]
        }
        frames += 1
        lastSeconds = max(lastSeconds, time)
        for face in report.faces {
            guard let person = face.person else { continue }
            if people.isEmpty { labels = ScoreLabels(of: face) }
            people[person, default: []].append(
                Sample(
                    seconds: time, scores: face.scores,
                    classes: labels.areOwn ? face.classes?.values : nil,
                    isJudgeable: face.judgeable))
        }
    }

    /// Adds a failure.
    ///
    /// If it has a time, it is that of a frame; otherwise that of the film or the rest of it.
    mutating func add(_ report: FailureReport) {
        if report.time == nil { fault = report.error.message } else { unread += 1 }
    }

    /// The intervals of a person, in order of time.
    func stretches(of person: Int) -> [Stretch] {
        var stretches: [Stretch] = []
        for run in runs(of: person) {
            for (position, sample) in run.enumerated() {
                let label = sample.isJudgeable ? sample.top : nil
                let end =
                    position + 1 < run.count ? run[position + 1].seconds : sample.seconds + step
                if position > 0, let last = stretches.last, last.label == label {
                    stretches[stretches.count - 1].end = end
                } else {
                    stretches.append(Stretch(begin: sample.seconds, end: end, label: label))
                }
            }
        }
        return stretches
    }

    /// The person's faces, split where the person was not seen.
    func runs(of person: Int) -> [[Sample]] {
        var runs: [[Sample]] = []
        for sample in people[person] ?? [] {
            if let last = runs.last?.last, sample.seconds - last.seconds <= 2.5 * step {
                runs[runs.count - 1].append(sample)
            } else {
                runs.append([sample])
            }
        }
        return runs
    }
}
