import NIOCore

/// Takes the events of one stream (server-sent events), from any thread.
struct EventSink: Sendable {
    /// Sends an event; the last one ends the stream.
    ///
    /// It returns at once, without calling anybody.
    let send: @Sendable (ServiceEvent) -> Void
}

/// One server-sent event.
struct ServiceEvent: Sendable, Hashable {
    /// Its name.
    let name: String
    /// Its data, in one line.
    let data: String
    /// Whether the stream ends with it.
    let isLast: Bool
    /// Whether a newer event makes this one worthless, so that a slow reader need not get it.
    let isReplaceable: Bool
    /// A picture, in place of an event.
    private var part: [UInt8]?

    init(name: String, data: String, isLast: Bool = false, isReplaceable: Bool = false) {
        self.name = name
        self.data = data
        self.isLast = isLast
        self.isReplaceable = isReplaceable
    }

    /// The boundary between the parts of a stream of pictures.
    private static let boundary = "facialfun-frame"
    /// The media type of such a stream.
    static let partStream = "multipart/x-mixed-replace; boundary=" + boundary

    /// A part of a stream of pictures (multipart/x-mixed-replace), which the next one replaces.
    init(part bytes: [UInt8], type: String) {
        self.init(name: "part", data: "", isReplaceable: true)
        let head =
            "--\(Self.boundary)\r\nContent-Type: \(type)\r\nContent-Length: \(bytes.count)\r\n\r\n"
        part = Array(head.utf8) + bytes + [13, 10]
    }

    /// Encoding in an event stream.
    var bytes: [UInt8] { Array("event: \(name)\ndata: \(data)\n\n".utf8) }

    /// Encoding in a stream of pictures, which the last event ends.
    var partBytes: [UInt8] { part ?? (isLast ? Array("--\(Self.boundary)--\r\n".utf8) : []) }
}

/// A stream's tie to what sends its events.
struct EventSubscription: Sendable {
    /// Cuts it; called once, when the client is gone or the service ends.
    let cancel: @Sendable () -> Void
}
