/// A supported file format and its properties outside the codec.
public enum ImageFormat: String, Hashable, Codable, CaseIterable, Sendable {
    /// JPEG: baseline, extended and progressive, Huffman or arithmetic coding, 8 bits.
    case jpeg
    /// PNG: every color type and depth; the default picture of an animation.
    case png

    /// The format of a file's first bytes; nil for unsupported ones.
    package init?(firstBytes bytes: some Collection<UInt8>) {
        guard let format = Self.allCases.first(where: { bytes.starts(with: $0.signature) }) else {
            return nil
        }
        self = format
    }

    /// The common name of the format.
    public var name: String {
        switch self {
        case .jpeg: "JPEG"
        case .png: "PNG"
        }
    }

    /// The media type in requests to the service.
    public var mediaType: String {
        switch self {
        case .jpeg: "image/jpeg"
        case .png: "image/png"
        }
    }

    /// The file name extensions, in lower case.
    public var fileExtensions: [String] {
        switch self {
        case .jpeg: ["jpg", "jpeg", "jpe", "jfif"]
        case .png: ["png", "apng"]
        }
    }

    /// Whether decoding at a reduced size takes less time.
    package var isQuickerReduced: Bool { self == .jpeg }

    /// The first bytes of every file.
    private var signature: [UInt8] {
        switch self {
        case .jpeg: [0xFF, 0xD8, 0xFF]
        case .png: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        }
    }
}
