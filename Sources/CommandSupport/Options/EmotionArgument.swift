import ArgumentParser
package import FacialFunWire

/// An emotion as an option takes it: by its name, or by the adjective that other programs use.
package enum EmotionArgument {
    /// All names.
    package static let names = Emotion.allCases.map(\.rawValue)

    /// The labels of DeepFace, fer and py-feat, and the everyday adjectives.
    private static let adjectives: [String: Emotion] = [
        "happy": .happiness, "surprised": .surprise, "sad": .sadness, "angry": .anger,
        "disgusted": .disgust, "afraid": .fear, "fearful": .fear, "scared": .fear,
        "contemptuous": .contempt,
    ]

    /// The emotion of a name or adjective, in any case of letters.
    ///
    /// - Throws: A usage error that lists the names.
    package static func parsed(_ argument: String) throws -> Emotion {
        let name = argument.lowercased()
        guard let emotion = Emotion(rawValue: name) ?? adjectives[name] else {
            throw ValidationError("expected one of \(names.joined(separator: ", ")).")
        }
        return emotion
    }
}
