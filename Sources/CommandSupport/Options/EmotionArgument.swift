import ArgumentParser
package import FacialFunWire

/// An emotion in an option: its name, or the adjective that other programs use.
package enum EmotionArgument {
    /// All names.
    package static let names = Emotion.allCases.map(\.rawValue)

    /// The labels of DeepFace, fer and py-feat, and common adjectives.
    private static let adjectives: [String: Emotion] = [
        "happy": .happiness, "surprised": .surprise, "sad": .sadness, "angry": .anger,
        "disgusted": .disgust, "afraid": .fear, "fearful": .fear, "scared": .fear,
        "contemptuous": .contempt,
    ]

    /// The emotion for a name or adjective, ignoring case.
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
