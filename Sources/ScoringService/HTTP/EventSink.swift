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

    init(name: String, data: String, isLast: Bool = false, isReplaceable: Bool = false) {
        self.name = name
        self.data = data
        self.isLast = isLast
        self.isReplaceable = isReplaceable
    }

    /// As it is sent.
    var text: String { "event: \(name)\ndata: \(data)\n\n" }
}

/// A stream's tie to what sends its events.
struct EventSubscription: Sendable {
    /// Cuts it; called once, when the client is gone or the service ends.
    let cancel: @Sendable () -> Void
}
