package import Foundation
import GRDB

/// A media file, as pages and exports describe it.
package struct Media: Hashable, Codable, Sendable {
    /// The SHA-256 of its bytes, 64 hexadecimal digits.
    package let id: String
    /// The role of the file: `panorama`, `sound`, `video`, `picture`.
    package let kind: String
    /// The media type.
    package let type: String
    /// The size of the file.
    package let bytes: Int
    /// The width in pixels; nil for sound.
    package let width: Int?
    /// The height in pixels; nil for sound.
    package let height: Int?
    /// The length; nil for pictures.
    package let seconds: Double?

    init(_ row: Row) {
        id = row["hash"]
        kind = row["kind"]
        type = row["type"]
        bytes = row["bytes"]
        width = row["width"]
        height = row["height"]
        seconds = row["seconds"]
    }
}

/// A converted file that is not yet in the store.
package struct MediaProduct: Sendable {
    /// The finished file, on the same disk as the store.
    package var file: URL
    package var kind: String
    package var type: String
    package var width: Int?
    package var height: Int?
    package var seconds: Double?
    /// Further facts as JSON, such as blurred regions.
    package var details: String?
    /// Smaller copies, keyed by their name in addresses.
    package var variants: [String: URL] = [:]

    package init(
        file: URL, kind: String, type: String, width: Int? = nil, height: Int? = nil,
        seconds: Double? = nil, details: String? = nil, variants: [String: URL] = [:]
    ) {
        self.file = file
        self.kind = kind
        self.type = type
        self.width = width
        self.height = height
        self.seconds = seconds
        self.details = details
        self.variants = variants
    }
}

/// An error about a media file: a stable code, and a message with the remedy.
package struct MediaError: Error, Hashable, Sendable, CustomStringConvertible {
    package let code: String
    package let message: String

    package init(_ code: String, _ message: String) {
        self.code = code
        self.message = message
    }

    package var description: String { message }

    static let diskFull = MediaError(
        "disk_full", "The server's disk is full. Free space on it, then try again.")

    /// The error for a failed system call.
    static func system(_ action: String, _ number: Int32) -> MediaError {
        number == ENOSPC || number == EDQUOT
            ? .diskFull
            : MediaError(
                "storage_failed",
                "\(action) failed: \(String(cString: strerror(number))). Check the data folder.")
    }
}

/// The storage limit of one household.
package struct MediaQuota: Hashable, Sendable {
    /// Maximum total size of the files, in bytes.
    package var bytes: Int
    /// Maximum number of files.
    package var files: Int

    /// Makes a quota; the defaults are 2 GB and 1,000 files.
    package init(bytes: Int = 2_000_000_000, files: Int = 1000) {
        self.bytes = bytes
        self.files = files
    }
}
