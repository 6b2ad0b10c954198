package import FacialFunWire

/// Which movement of the face brings it nearer to which target, as data.
///
/// `Models/README.md` and `Models/hints.schema.json` describe the file. It is measured: a movement
/// that does not raise the target's score in at least ``minRaised`` of the cases is not offered.
package struct HintTable: Hashable, Sendable {
    /// The only format that is read.
    package static let format = "facialfun.hints/1"
    /// The share of the cases in which a hint that is offered must raise the target's score.
    package static let minRaised = 0.8
    /// Without a person's own neutral face, a movement is praised from this many standard
    /// deviations between people: smaller values are common in neutral faces (one in twenty exceeds
    /// this by chance).
    package static let minCertainMovement = 1.64

    /// The emotion network for which the hints were measured.
    package let model: ModelSummary
    /// A movement is requested while it is below this share of its goal.
    package let hintBelow: Double
    /// A movement is praised once it has reached this share of its goal.
    package let praiseFrom: Double
    /// Data of the measurement, for people.
    package let measured: String
    /// For faces whose movements were not measured.
    let ofFeatures: HintMeasures
    /// For faces whose movements were measured; nil where the file has none.
    let withMovements: HintMeasures?

    /// Whether a face is helped better where its movements are measured, too.
    package var knowsMovements: Bool { withMovements != nil }

    /// Measured hints of a target, offered or not.
    ///
    /// - Parameters:
    ///   - target: The target emotion.
    ///   - withMovements: Whether that for faces whose movements were measured is meant; without it
    ///     in the file it is that of the others.
    package subscript(target: Emotion, withMovements withMovements: Bool = false) -> [TargetHint] {
        (withMovements ? self.withMovements ?? ofFeatures : ofFeatures).targets[target.index]
    }

    /// A feature on people at rest.
    package subscript(feature: GeometricFeature) -> RestingFeature {
        guard let place = GeometricFeature.allCases.firstIndex(of: feature) else {
            preconditionFailure("allCases has every case")
        }
        return ofFeatures.rest[place]
    }

    /// Sees that the hints are for a network's scores.
    ///
    /// - Throws: `wrongModel`, with both networks and the remedy.
    package func check(model loaded: ModelSummary, file: String) throws(LevelsError) {
        guard loaded == model else {
            throw .wrongModel(file: file, made: model, loaded: loaded)
        }
    }
}
