import Dispatch

/// Following an attempt.
extension ScoringClient {
    /// Maximum time between heartbeats in a quiet stream.
    private static let maxSilenceMilliseconds = 60_000

    /// The events of an attempt until it is deleted or the service stops.
    ///
    /// Each stream has its own connection and thread, which end with its reader.
    ///
    /// - Parameter id: The attempt's name.
    /// - Returns: The stream. Reading it throws the errors of every call: `refused` with
    ///   `unknown_attempt` or `too_many_streams`.
    public func events(ofAttempt id: String) -> AsyncThrowingStream<AttemptUpdate, any Error> {
        let client = self
        return AsyncThrowingStream { continuation in
            // A separate serial queue, so that waiting streams do not block other calls.
            DispatchQueue(label: "facialfun.client.events").async {
                continuation.finish(throwing: client.follow(id, continuation))
            }
        }
    }

    /// Reads events until the stream ends; returns the error if it ended too early.
    private func follow(
        _ id: String, _ continuation: AsyncThrowingStream<AttemptUpdate, any Error>.Continuation
    ) -> (any Error)? {
        do {
            let connection = try HTTPConnection(
                to: endpoint, milliseconds: deadlineMilliseconds + 1000)
            let socket = connection.socket
            continuation.onTermination = { _ in socket.interrupt() }
            try connection.send(
                "GET", Self.path(ofAttempt: id) + "/events",
                headers: [("Deadline-Ms", "\(deadlineMilliseconds)")], body: [])
            let head = try connection.readHead()
            guard head.status == 200 else {
                throw refusal(head, try connection.readBody(of: head))
            }
            socket.limitWaits(milliseconds: Self.maxSilenceMilliseconds)
            try read(connection, continuation)
            return nil
        } catch {
            return error
        }
    }

    /// Parses server-sent events: lines `event: NAME` and `data: TEXT`, terminated by an empty
    /// line; other lines are ignored.
    private func read(
        _ connection: HTTPConnection,
        _ continuation: AsyncThrowingStream<AttemptUpdate, any Error>.Continuation
    ) throws {
        var (name, data) = ("", "")
        while let line = try connection.readBodyLine() {
            if line.isEmpty {
                if let update = try update(name, data) {
                    if case .terminated = continuation.yield(update) { return }
                }
                (name, data) = ("", "")
            } else if line.hasUTF8Prefix("event: ") {
                name = String(Substring(line.utf8.dropFirst(7)))
            } else if line.hasUTF8Prefix("data: ") {
                data = String(Substring(line.utf8.dropFirst(6)))
            }
        }
    }

    private func update(_ name: String, _ data: String) throws -> AttemptUpdate? {
        do {
            return try AttemptUpdate(name: name, data: data)
        } catch {
            throw ScoringClientError(
                .badAnswer,
                "Cannot parse the service's event; its version may differ (\(error)).")
        }
    }
}
