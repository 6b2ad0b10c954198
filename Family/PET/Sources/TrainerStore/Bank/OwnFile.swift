public import Foundation

/// A picture or a recording of a family's own question.
public struct OwnFile: Hashable, Sendable {
    /// The role of the file.
    public enum Part: String, Hashable, Codable, CaseIterable, Sendable {
        /// The question's picture.
        case picture
        /// The recording of its prompt.
        case prompt
        /// The recording of its tip.
        case tip
    }

    /// The media type, such as `image/jpeg` or `audio/webm`.
    public var type: String
    /// The bytes.
    public var content: Data
    /// The SHA-256 of the bytes, 32 bytes.
    public var digest: Data

    /// Makes a file.
    public init(type: String, content: Data, digest: Data) {
        self.type = type
        self.content = content
        self.digest = digest
    }
}

/// A change to a part of a stored question.
public enum OwnFileChange: Hashable, Sendable {
    /// Keeps it.
    case keep
    /// Removes it; a picture cannot be removed.
    case remove
    /// Replaces it.
    case replace(OwnFile)
}
