import ArgumentParser
package import FacialFunWire

/// An emotion as an option takes it: by its name.
package enum EmotionArgument {
    /// All names.
    package static let names = Emotion.allCases.map(\.rawValue)

    /// The emotion of a name.
    ///
    /// - Throws: A usage error that lists the names.
    package static func parsed(_ argument: String) throws -> Emotion {
        guard let emotion = Emotion(rawValue: argument) else {
            throw ValidationError("one of \(names.joined(separator: ", ")) is wanted.")
        }
        return emotion
    }
}
