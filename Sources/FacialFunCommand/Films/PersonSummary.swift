import CommandSupport
import FacialFunWire

/// A person's face through a film, in a few figures; scores are of the frames in which it can be judged.
struct PersonSummary: Hashable, Sendable {
    /// The number in the film, from 1.
    let number: Int
    /// The names of the scores that are shown.
    let labels: ScoreLabels
    /// The number of frames with the face.
    let frames: Int
    /// The number of those in which it can be judged.
    let judged: Int
    /// The first time it is seen, in seconds from the film's beginning.
    let firstSeen: Double
    /// The end of the last frame that shows it.
    let lastSeen: Double
    /// The mean scores; nil where the face cannot be judged in any frame.
    let means: EmotionScores?
    /// The mean scores of the model's own classes; nil where it has none, or no frame can be judged.
    let classMeans: [Float]?
    /// The label with the highest score in most frames, of equals the one with the higher mean.
    let top: String?
    /// The share of judged frames in which ``top`` was highest, 0…1.
    let share: Double

    /// Sums up the faces of one person, at least one, in the order of time.
    ///
    /// - Parameters:
    ///   - number: The person's number.
    ///   - samples: The faces.
    ///   - labels: The names of their scores.
    ///   - step: The time from one frame to the next, in seconds.
    init(number: Int, samples: [FilmTimeline.Sample], labels: ScoreLabels, step: Double) {
        self.number = number
        self.labels = labels
        frames = samples.count
        firstSeen = samples.first?.seconds ?? 0
        lastSeen = (samples.last?.seconds ?? 0) + step
        let judged = samples.filter(\.isJudgeable)
        self.judged = judged.count
        guard !judged.isEmpty else {
            (means, classMeans, top, share) = (nil, nil, nil, 0)
            return
        }
        let count = Double(judged.count)
        let sum = judged.reduce(SIMD8<Double>.zero) { $0 + SIMD8<Double>($1.scores.values) }
        var tops = [Int](repeating: 0, count: labels.names.count)
        for sample in judged { tops[sample.top] += 1 }
        let shown = labels.names.indices.map { label in
            judged.reduce(0) { $0 + $1.value(label) } / count
        }
        let top = labels.names.indices.max { (tops[$0], shown[$0]) < (tops[$1], shown[$1]) } ?? 0
        means = EmotionScores(checking: SIMD8<Float>(sum / count))
        classMeans = labels.areOwn ? shown.map { Float($0) } : nil
        self.top = labels.names[top]
        share = Double(tops[top]) / count
    }

    /// The most frequent highest score in words: `happiness in 74 % of 212 judged frames`.
    var text: String {
        guard let top else { return "cannot be judged in any of \(Counted.text(frames, "frame"))" }
        let percent = FixedPoint.text(share * 100, decimals: 0)
        return "\(top) in \(percent) % of \(Counted.text(judged, "judged frame"))"
    }
}

extension FilmTimeline {
    /// The people who are shown, in figures.
    var summaries: [PersonSummary] {
        shownPeople.map { number in
            PersonSummary(
                number: number, samples: people[number] ?? [], labels: labels, step: step)
        }
    }
}
