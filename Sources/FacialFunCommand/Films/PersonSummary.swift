import CommandSupport
import FacialFunWire

/// Summary of a person's face in a film; scores are over the judgeable frames.
struct PersonSummary: Hashable, Sendable {
    /// The number in the film, from 1.
    let number: Int
    /// The names of the scores.
    let labels: ScoreLabels
    /// The number of frames with the face.
    let frames: Int
    /// The number of judgeable frames.
    let judged: Int
    /// Time of the first frame with the face, in seconds from the film's beginning.
    let firstSeen: Double
    /// End of the last frame with the face.
    let lastSeen: Double
    /// The mean scores; nil if no frame can be judged.
    let means: EmotionScores?
    /// The mean scores of the model's own classes; nil if it has none, or if no frame can be
    /// judged.
    let classMeans: [Float]?
    /// The label with the highest score in most frames; the higher mean wins a tie.
    let top: String?
    /// The share of judged frames in which ``top`` was highest, 0…1.
    let share: Double

    /// Summarizes the faces of a person, at least one, in order of time.
    ///
    /// - Parameters:
    ///   - number: The person's number.
    ///   - samples: The faces.
    ///   - labels: The names of their scores.
    ///   - step: Time between frames in seconds.
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

    /// The most frequent top label in words: `happiness in 74 % of 212 judged frames`.
    var text: String {
        guard let top else { return "cannot be judged in any of \(Counted.text(frames, "frame"))" }
        let percent = FixedPoint.text(share * 100, decimals: 0)
        return "\(top) in \(percent) % of \(Counted.text(judged, "judged frame"))"
    }
}

extension FilmTimeline {
    /// Summaries of the listed people.
    var summaries: [PersonSummary] {
        shownPeople.map { number in
            PersonSummary(
                number: number, samples: people[number] ?? [], labels: labels, step: step)
        }
    }
}
