import Emotions

/// The JSON shape: `outcomes`, `summary` (figure by name), `emotions` (by name: `faces` and the
/// figures), `confusion` (by label: `called`, by name, and `withoutScores`), `reliability` (bins with
/// `from`, `to`, `count`, `hitRate`, `meanScore`), `histograms` (by emotion: `targets`, `others`).
extension EvaluationResult: Encodable {
    private enum Key: String, CodingKey {
        case outcomes, summary, emotions, confusion, reliability, histograms
    }

    /// Writes the result in the shape above.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(outcomes, forKey: .outcomes)

        var summary = container.nestedContainer(keyedBy: NameKey.self, forKey: .summary)
        for figure in SummaryMetric.allCases {
            try summary.encode(figures[figure], forKey: NameKey(figure.rawValue))
        }

        var emotions = container.nestedContainer(keyedBy: NameKey.self, forKey: .emotions)
        var rows = container.nestedContainer(keyedBy: NameKey.self, forKey: .confusion)
        var spreads = container.nestedContainer(keyedBy: NameKey.self, forKey: .histograms)
        for emotion in Emotion.allCases {
            let name = NameKey(emotion.rawValue)
            var entry = emotions.nestedContainer(keyedBy: NameKey.self, forKey: name)
            try entry.encode(confusion.faces(of: emotion), forKey: NameKey("faces"))
            for figure in EmotionMetric.allCases {
                try entry.encode(figures[figure, emotion], forKey: NameKey(figure.rawValue))
            }
            var row = rows.nestedContainer(keyedBy: NameKey.self, forKey: name)
            var called = row.nestedContainer(keyedBy: NameKey.self, forKey: NameKey("called"))
            for answer in Emotion.allCases {
                try called.encode(
                    confusion[truth: emotion, predicted: answer], forKey: NameKey(answer.rawValue))
            }
            try row.encode(
                confusion[truth: emotion, predicted: nil], forKey: NameKey("withoutScores"))
            try spreads.encode(histograms[emotion.index], forKey: name)
        }
        try container.encode(
            reliability.bins.enumerated().map(BinReport.init), forKey: .reliability)
    }
}

/// A name as a coding key.
private struct NameKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

/// A bin of the reliability diagram as it is written; null where an empty bin has no figure.
private struct BinReport: Encodable {
    private enum Key: String, CodingKey { case from, to, count, hitRate, meanScore }

    let index: Int
    let bin: ReliabilityBins.Bin

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(Double(index) / Double(ReliabilityBins.count), forKey: .from)
        try container.encode(Double(index + 1) / Double(ReliabilityBins.count), forKey: .to)
        try container.encode(bin.count, forKey: .count)
        try container.encode(bin.hitRate, forKey: .hitRate)
        try container.encode(bin.meanScore, forKey: .meanScore)
    }
}
