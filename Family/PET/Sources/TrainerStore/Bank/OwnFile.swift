public import Foundation

/// A picture or a recording of a family's own question.
public struct OwnFile: Hashable, Sendable {
    /// What it belongs to.
    public enum Part: String, Hashable, Codable, CaseIterable, Sendable {
        /// The question's picture.
        case picture
        /// The recording of its prompt.
        case prompt
        /// The recording of its tip.
        case tip
    }

    /// The media type, as `image/jpeg` or `audio/webm`.
    public var type: String
    /// The bytes.
    public var content: Data
    /// Their SHA-256, 32 bytes.
    public var digest: Data

    /// Makes a file.
    public init(type: String, content: Data, digest: Data) {
        self.type = type
        self.content = content
        self.digest = digest
    }
}

/// What becomes of a part of a question that is stored.
public enum OwnFileChange: Hashable, Sendable {
    /// It stays as it is.
    case keep
    /// It goes; a picture cannot.
    case remove
    /// It becomes another.
    case replace(OwnFile)
}
