import FacialFunWire

/// What the scores of one film were over its time.
struct FilmTimeline {
    /// One face in one frame.
    struct Sample {
        /// Seconds from the film's beginning.
        let seconds: Double
        /// The eight scores.
        let scores: EmotionScores
        /// The scores of the model's own classes; nil where it has none.
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

    /// A stretch of time in which one label had a person's highest score, or in which the face could not be
    /// judged.
    struct Stretch: Hashable {
        /// Seconds from the film's beginning.
        let begin: Double
        /// Seconds from the film's beginning.
        var end: Double
        /// The label; nil where the face could not be judged.
        let label: Int?
    }

    /// Who was seen in fewer frames of a film of ten times as many is not shown.
    static let minFrames = 3

    /// The path as the records have it.
    let path: String
    /// The faces of each person, in the order of time.
    private(set) var people: [Int: [Sample]] = [:]
    /// The names of the scores that are shown.
    private(set) var labels = ScoreLabels.emotions
    /// How many frames there were.
    private(set) var frames = 0
    /// When the last frame was shown, in seconds.
    private(set) var lastSeconds = 0.0
    /// The time from one frame to the next, in seconds: the shortest but for the first few, whose times
    /// may be odd.
    private(set) var step = 0.04
    /// Why the film, or what is missing of it, could not be read; nil where all was.
    private(set) var fault: String?
    /// How many frames of it could not be read.
    private(set) var unread = 0
    private var steps: [Double] = []

    /// Makes the timeline of a film of which nothing has been seen.
    init(path: String) { self.path = path }

    /// Seconds until the end of the last frame.
    var duration: Double { lastSeconds + step }

    /// The people who are shown, by their numbers: all of a short film, else those who were seen in
    /// several frames.
    var shownPeople: [Int] {
        let isShort = frames < 10 * Self.minFrames
        return people.filter { isShort || $0.value.count >= Self.minFrames }.keys.sorted()
    }

    /// Takes a frame.
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

    /// Takes what could not be read: a frame, which has a time, or the film or the rest of it.
    mutating func add(_ report: FailureReport) {
        if report.time == nil { fault = report.error.message } else { unread += 1 }
    }

    /// The stretches of a person, in the order of time.
    func stretches(of person: Int) -> [Stretch] {
        var stretches: [Stretch] = []
        for run in runs(of: person) {
            for (place, sample) in run.enumerated() {
                let label = sample.isJudgeable ? sample.top : nil
                let end = place + 1 < run.count ? run[place + 1].seconds : sample.seconds + step
                if place > 0, let last = stretches.last, last.label == label {
                    stretches[stretches.count - 1].end = end
                } else {
                    stretches.append(Stretch(begin: sample.seconds, end: end, label: label))
                }
            }
        }
        return stretches
    }

    /// The person's faces, cut where the person was not seen.
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
