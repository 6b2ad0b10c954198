import CommandSupport
import FacialFunWire

/// A person's face through a film, in a few figures; scores are of the frames in which it can be judged.
struct PersonSummary: Hashable, Sendable {
    /// The number in the film, from 1.
    let number: Int
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
    /// The emotion with the highest score in most frames, of equals the one with the higher mean.
    let top: Emotion?
    /// The share of judged frames in which ``top`` was highest, 0…1.
    let share: Double

    /// Sums up the faces of one person, at least one, in the order of time.
    ///
    /// - Parameters:
    ///   - number: The person's number.
    ///   - samples: The faces.
    ///   - step: The time from one frame to the next, in seconds.
    init(number: Int, samples: [FilmTimeline.Sample], step: Double) {
        self.number = number
        frames = samples.count
        firstSeen = samples.first?.seconds ?? 0
        lastSeen = (samples.last?.seconds ?? 0) + step
        let judged = samples.filter(\.isJudgeable)
        self.judged = judged.count
        guard !judged.isEmpty else {
            (means, top, share) = (nil, nil, 0)
            return
        }
        let count = Double(judged.count)
        let sum = judged.reduce(SIMD8<Double>.zero) { $0 + SIMD8<Double>($1.scores.values) }
        let mean = SIMD8<Float>(sum / count)
        var tops: [Emotion: Int] = [:]
        for sample in judged { tops[sample.scores.top, default: 0] += 1 }
        let top = Emotion.allCases.max {
            (tops[$0, default: 0], mean[$0.index]) < (tops[$1, default: 0], mean[$1.index])
        }
        means = EmotionScores(checking: mean)
        self.top = top
        share = Double(top.flatMap { tops[$0] } ?? 0) / count
    }

    /// The most frequent highest score in words: `happiness in 74 % of 212 judged frames`.
    var text: String {
        guard let top else { return "cannot be judged in any of \(Counted.text(frames, "frame"))" }
        let percent = FixedPoint.text(share * 100, decimals: 0)
        return "\(top.rawValue) in \(percent) % of \(Counted.text(judged, "judged frame"))"
    }
}

extension FilmTimeline {
    /// The people who are shown, in figures.
    var summaries: [PersonSummary] {
        shownPeople.map { number in
            PersonSummary(number: number, samples: people[number] ?? [], step: step)
        }
    }
}
