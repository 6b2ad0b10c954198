import Hummingbird

/// The address of this server as the browser of a request sees it.
enum ServerOrigin {
    /// The scheme, host and port, without a slash at the end.
    ///
    /// The session cookie requires a secure connection, so hosts other than this machine always use
    /// HTTPS.
    static func of(_ request: Request) -> String {
        let host = request.head.authority ?? "localhost"
        let isLocal = ["localhost", "127.0.0.1", "[::1]"].contains {
            host == $0 || host.hasPrefix($0 + ":")
        }
        return (isLocal ? "http://" : "https://") + host
    }
}
