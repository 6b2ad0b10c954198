import FacialFunWire

/// Results for one set of judgments.
package struct EvaluationResult: Sendable {
    /// Number of faces by outcome.
    package struct Outcomes: Hashable, Sendable {
        /// All labeled faces.
        package var faces = 0
        /// Found and scored.
        package var judged = 0
        /// Not found.
        package var notDetected = 0
        /// Found, but not judged.
        package var refused = 0
        /// In a picture that could not be read.
        package var unreadable = 0

        init(_ judgements: [Judgement]) {
            faces = judgements.count
            for judgement in judgements {
                switch judgement.outcome {
                case .judged: judged += 1
                case .notDetected: notDetected += 1
                case .refused: refused += 1
                case .unreadable: unreadable += 1
                }
            }
        }
    }

    /// Number of faces by outcome.
    package let outcomes: Outcomes
    /// The figures with their intervals.
    package let figures: MetricTable<MetricValue>
    /// Counts of faces by label and prediction.
    package let confusion: ConfusionMatrix
    /// The bins of the highest scores.
    package let reliability: ReliabilityBins
    /// Score distributions of the emotions, in the order of `Emotion.allCases`.
    package let histograms: [ScoreHistogram]

    /// Computes everything.
    ///
    /// Faces without scores count as wrong in every figure.
    package init(_ judgements: [Judgement], bootstrap: Bootstrap = Bootstrap()) {
        let set = EvaluationSet(judgements)
        outcomes = Outcomes(judgements)
        let (values, intervals) = (set.figures().values, bootstrap.intervals(of: set).values)
        figures = MetricTable(values: zip(values, intervals).map(MetricValue.init))
        confusion = set.confusionMatrix()
        reliability = set.reliability()
        histograms = Emotion.allCases.map { ScoreHistogram(of: $0, judgements: judgements) }
    }
}
