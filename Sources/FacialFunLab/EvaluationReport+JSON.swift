import CommandSupport
import Emotions
import Evaluation
import FoundationEssentials

extension EvaluationReport: Encodable {
    private enum Key: String, CodingKey {
        case schema, model, operatingPoint, without, levels, source, crops, cutError, severalFaces,
            refusals, ignoredReasons,
            bootstrap, results, worstMistakes
    }

    private enum BootstrapKey: String, CodingKey { case seed, replicates }

    private struct MisclassificationRecord: Encodable {
        let path: String
        let label: Emotion
        let called: Emotion
        let score: Float
        let scoreOfLabel: Float
    }

    /// Writes the report; each result stands under the name of its way to count.
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(Self.schemaName, forKey: .schema)
        try container.encode(model, forKey: .model)
        try container.encode(operatingPoint, forKey: .operatingPoint)
        try container.encode(without, forKey: .without)
        try container.encodeIfPresent(levels, forKey: .levels)
        try container.encode(source, forKey: .source)
        try container.encode(areCrops, forKey: .crops)
        try container.encode(cutError?.text, forKey: .cutError)
        try container.encode(severalFaces, forKey: .severalFaces)
        try container.encode(
            Dictionary(
                refusals.map { ($0.reason.rawValue, $0.count) },
                uniquingKeysWith: { first, _ in first }),
            forKey: .refusals)
        try container.encode(
            areCrops ? ScoringPipeline.ignoredInCrops.map(\.rawValue).sorted() : [],
            forKey: .ignoredReasons)
        var seeding = container.nestedContainer(keyedBy: BootstrapKey.self, forKey: .bootstrap)
        try seeding.encode(bootstrap.seed, forKey: .seed)
        try seeding.encode(bootstrap.replicates, forKey: .replicates)
        let named = results.map { ($0.counting.rawValue, $0.result) }
        try container.encode(
            Dictionary(named, uniquingKeysWith: { first, _ in first }), forKey: .results)
        try container.encode(
            mistakes.map { mistake in
                MisclassificationRecord(
                    path: mistake.picture.item.path.text, label: mistake.picture.truth,
                    called: mistake.called, score: mistake.score,
                    scoreOfLabel: mistake.scoreOfTruth)
            }, forKey: .worstMistakes)
    }

    /// The JSON text, members in the order of their names, with a line end.
    func jsonText() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
    }
}
