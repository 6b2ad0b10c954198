/// The bytes of a request with a picture, for tests that send them in parts or not at all.
enum PictureRequest {
    /// The head, including the empty line at its end.
    ///
    /// - Parameters:
    ///   - target: The request target.
    ///   - length: The announced length; nil for none.
    ///   - fields: Further header fields, each with its line break.
    /// - Returns: The head's text.
    static func head(
        _ target: String = "/v1/score", length: Int?, _ fields: String = ""
    ) -> String {
        "POST \(target) HTTP/1.1\r\nHost: localhost\r\nContent-Type: image/jpeg\r\n"
            + (length.map { "Content-Length: \($0)\r\n" } ?? "") + fields + "\r\n"
    }
}
