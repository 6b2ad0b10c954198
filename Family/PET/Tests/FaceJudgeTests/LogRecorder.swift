import Logging
import Synchronization

/// A log that tests can read.
final class LogRecorder: Sendable {
    private let lines = Mutex<[(Logger.Level, String)]>([])

    /// All messages, without levels.
    var messages: [String] { lines.withLock { $0.map(\.1) } }

    /// The messages of a level.
    func messages(_ level: Logger.Level) -> [String] {
        lines.withLock { $0.filter { $0.0 == level }.map(\.1) }
    }

    /// A logger that records here.
    var logger: Logger {
        Logger(label: "test") { _ in Handler(recorder: self) }
    }

    private struct Handler: LogHandler {
        let recorder: LogRecorder
        var metadata: Logger.Metadata = [:]
        var logLevel: Logger.Level = .trace

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            recorder.lines.withLock { $0.append((event.level, "\(event.message)")) }
        }
    }
}
