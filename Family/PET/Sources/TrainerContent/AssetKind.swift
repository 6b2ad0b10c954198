import Foundation

/// The kind of an asset, by its folder and file extension.
enum AssetKind {
    /// A picture of a question or of the game.
    case picture
    /// An SVG drawing without active content.
    case drawing
    /// A recording of a text.
    case clip
    /// A short sound.
    case sound

    /// The kind of a path; nil if the game does not use such files.
    init?(path: String) {
        let ending = path.split(separator: ".").last.map(String.init) ?? ""
        switch ending {
        case "webp", "png", "jpg", "jpeg": self = .picture
        case "svg": self = .drawing
        case "mp3": self = path.hasPrefix("narration/") ? .clip : .sound
        default: return nil
        }
    }

    /// Maximum size in bytes, so that a level loads quickly on a tablet.
    var largest: Int {
        switch self {
        case .picture, .drawing: 200_000
        case .clip, .sound: 60_000
        }
    }

    /// The reason that bytes do not match the kind; nil if they do.
    static func fault(_ bytes: Data, path: String) -> String? {
        let start = [UInt8](bytes.prefix(12))
        switch path.split(separator: ".").last {
        case "png": return start.starts(with: [0x89, 0x50, 0x4E, 0x47]) ? nil : "not PNG"
        case "jpg", "jpeg": return start.starts(with: [0xFF, 0xD8, 0xFF]) ? nil : "not JPEG"
        case "webp":
            let isWebP =
                start.starts(with: Array("RIFF".utf8)) && start.count == 12
                && start[8...].elementsEqual("WEBP".utf8)
            return isWebP ? nil : "not WebP"
        case "mp3":
            let isFrame = start.count > 1 && start[0] == 0xFF && start[1] & 0xE0 == 0xE0
            return isFrame || start.starts(with: Array("ID3".utf8)) ? nil : "not MP3"
        case "svg": return drawingFault(bytes)
        default: return nil
        }
    }

    /// A drawing must not contain scripts or load other files.
    private static func drawingFault(_ bytes: Data) -> String? {
        guard let text = String(data: bytes, encoding: .utf8)?.lowercased(), text.contains("<svg")
        else { return "not SVG" }
        for word in ["<script", "<foreignobject", "<!entity", "<!doctype", "javascript:"]
        where text.contains(word) {
            return "a drawing that contains \(word)"
        }
        if text.range(of: "\\son[a-z]+\\s*=", options: .regularExpression) != nil {
            return "a drawing that contains a script"
        }
        let reference = "(href|src)\\s*=\\s*[\"'](?!#|data:image/)"
        return text.range(of: reference, options: .regularExpression) == nil
            ? nil : "a drawing that refers to another file"
    }
}
