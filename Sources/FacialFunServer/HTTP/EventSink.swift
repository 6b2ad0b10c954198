import NIOCore

/// Receives the events of a stream (server-sent events), on any thread.
struct EventSink: Sendable {
    /// Sends an event; the last one ends the stream.
    ///
    /// Returns at once, without calling other code.
    let send: @Sendable (ServiceEvent) -> Void
}

/// One server-sent event.
struct ServiceEvent: Sendable, Hashable {
    /// The event's name.
    let name: String
    /// The event's data, on one line.
    let data: String
    /// Whether it ends the stream.
    let isLast: Bool
    /// Whether a newer event replaces it, so that slow readers may miss it.
    let isReplaceable: Bool
    /// A picture instead of an event.
    private var part: [UInt8]?

    init(name: String, data: String, isLast: Bool = false, isReplaceable: Bool = false) {
        self.name = name
        self.data = data
        self.isLast = isLast
        self.isReplaceable = isReplaceable
    }

    /// The boundary between the parts of a stream of pictures.
    private static let boundary = "facialfun-frame"
    /// The media type of a stream of pictures.
    static let partStream = "multipart/x-mixed-replace; boundary=" + boundary

    /// Creates a part of a stream of pictures (multipart/x-mixed-replace), which the next one
    /// replaces.
    init(part bytes: [UInt8], type: String) {
        self.init(name: "part", data: "", isReplaceable: true)
        let head =
            "--\(Self.boundary)\r\nContent-Type: \(type)\r\nContent-Length: \(bytes.count)\r\n\r\n"
        part = Array(head.utf8) + bytes + [13, 10]
    }

    /// Encoding in an event stream.
    var bytes: [UInt8] { Array("event: \(name)\ndata: \(data)\n\n".utf8) }

    /// Encoding in a stream of pictures, which ends with the last event.
    var partBytes: [UInt8] { part ?? (isLast ? Array("--\(Self.boundary)--\r\n".utf8) : []) }
}

/// A stream's subscription to the source of its events.
struct EventSubscription: Sendable {
    /// Cancels the subscription; called once, when the client disconnects or the service stops.
    let cancel: @Sendable () -> Void
}
