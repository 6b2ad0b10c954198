import Crypto
import Foundation

/// The file names of recordings.
public enum NarrationClip {
    /// The file name of a text's recording.
    ///
    /// The first 16 hex digits of the SHA-256 of the text's UTF-8 bytes, and `.mp3`: a changed
    /// sentence gets a new name.
    public static func name(of text: String) -> String {
        SHA256.hash(data: Data(text.utf8)).prefix(8).hexadecimal + ".mp3"
    }
}
