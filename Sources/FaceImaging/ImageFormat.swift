/// A file format that is read.
public enum ImageFormat: String, Hashable, Codable, Sendable {
    /// JPEG: baseline, extended and progressive, Huffman or arithmetic coding, 8 bits.
    case jpeg
    /// PNG: every color type and depth; of an animation its default picture.
    case png
}
