/// The bytes of a request with a picture, for tests that send them in parts or not at all.
enum PictureRequest {
    /// The head, with the empty line at its end.
    ///
    /// - Parameters:
    ///   - target: Where it goes.
    ///   - length: The length that it announces; nil for none.
    ///   - fields: Further header fields, each with its line end.
    /// - Returns: The head's text.
    static func head(
        _ target: String = "/v1/score", length: Int?, _ fields: String = ""
    ) -> String {
        "POST \(target) HTTP/1.1\r\nHost: localhost\r\nContent-Type: image/jpeg\r\n"
            + (length.map { "Content-Length: \($0)\r\n" } ?? "") + fields + "\r\n"
    }
}
