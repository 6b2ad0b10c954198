/// A supported file format and its properties outside the codec.
public enum ImageFormat: String, Hashable, Codable, CaseIterable, Sendable {
    /// JPEG: baseline, extended and progressive, Huffman or arithmetic coding, 8 bits.
    case jpeg
    /// PNG: every color type and depth; of an animation its default picture.
    case png

    /// The format that a file's first bytes announce; nil where it is none that is read.
    package init?(firstBytes bytes: some Collection<UInt8>) {
        guard let format = Self.allCases.first(where: { bytes.starts(with: $0.signature) }) else {
            return nil
        }
        self = format
    }

    /// The name that people use.
    public var name: String {
        switch self {
        case .jpeg: "JPEG"
        case .png: "PNG"
        }
    }

    /// The media type, under which the service takes it.
    public var mediaType: String {
        switch self {
        case .jpeg: "image/jpeg"
        case .png: "image/png"
        }
    }

    /// The endings of files' names, in lower case.
    public var fileExtensions: [String] {
        switch self {
        case .jpeg: ["jpg", "jpeg", "jpe", "jfif"]
        case .png: ["png", "apng"]
        }
    }

    /// Whether a reduced picture takes less time to decode than the whole.
    package var isQuickerReduced: Bool { self == .jpeg }

    /// The bytes with which every file begins.
    private var signature: [UInt8] {
        switch self {
        case .jpeg: [0xFF, 0xD8, 0xFF]
        case .png: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        }
    }
}
