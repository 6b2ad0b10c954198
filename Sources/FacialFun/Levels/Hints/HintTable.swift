package import FacialFunWire

/// The effect of movements of the face on the score of each target, as data.
///
/// `Models/README.md` and `Models/hints.schema.json` describe the file. The effects are measured: a
/// movement that raises the target's score in less than ``minRaised`` of the cases is not offered.
package struct HintTable: Hashable, Sendable {
    /// The only supported format.
    package static let format = "facialfun.hints/1"
    /// The minimum share of cases in which an offered hint must raise the target's score.
    package static let minRaised = Contract.shared.minRaised
    /// Minimum movement for praise without a person's own neutral face, in standard deviations
    /// between people.
    ///
    /// One in twenty neutral faces exceeds it by chance.
    package static let minCertainMovement = 1.64

    /// The emotion network for which the hints were measured.
    package let model: ModelSummary
    /// A movement is requested while it is below this fraction of its goal.
    package let hintBelow: Double
    /// A movement is praised once it has reached this fraction of its goal.
    package let praiseFrom: Double
    /// Description of the measurement, for people.
    package let measured: String
    /// For faces without measured movements.
    let ofFeatures: HintMeasures
    /// For faces with measured movements; nil if the file has none.
    let withMovements: HintMeasures?

    /// Measured hints of a target, offered or not.
    ///
    /// - Parameters:
    ///   - target: The target emotion.
    ///   - withMovements: Whether to return the hints for faces with measured movements; if the
    ///     file has none, the others are returned.
    package subscript(target: Emotion, withMovements withMovements: Bool = false) -> [TargetHint] {
        (withMovements ? self.withMovements ?? ofFeatures : ofFeatures).targets[target.index]
    }

    /// The distribution of a feature in people at rest.
    package subscript(feature: GeometricFeature) -> RestingFeature {
        guard let index = GeometricFeature.allCases.firstIndex(of: feature) else {
            preconditionFailure("allCases contains every feature")
        }
        return ofFeatures.rest[index]
    }

    /// Checks that the hints are for a network's scores.
    ///
    /// - Throws: `wrongModel`, with both networks and the remedy.
    package func check(model loaded: ModelSummary, file: String) throws(FacialFunError) {
        guard loaded == model else {
            throw .wrongModel(file: file, made: model, loaded: loaded)
        }
    }
}
