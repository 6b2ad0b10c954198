import Crypto
import Foundation

/// How a recording is called.
public enum NarrationClip {
    /// The name of the recording of a text, without its folder.
    ///
    /// The first 16 hex digits of the SHA-256 of the text's UTF-8 bytes, and `.mp3`: a changed
    /// sentence has a new name.
    public static func name(of text: String) -> String {
        SHA256.hash(data: Data(text.utf8)).prefix(8).hexadecimal + ".mp3"
    }
}
