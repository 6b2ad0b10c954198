import Foundation
import Logging
import Synchronization

/// A clock that advances only on request.
final class FacialFunClock: Sendable {
    private let seconds = Mutex(1000.0)

    var now: Double { seconds.withLock { $0 } }

    func pass(_ more: Double) { seconds.withLock { $0 += more } }
}

/// Keeps every line of a log.
final class FacialFunLog: Sendable {
    private let lines = Mutex("")

    var text: String { lines.withLock { $0 } }

    var logger: Logger {
        var logger = Logger(label: "faces") { _ in Handler(log: self) }
        logger.logLevel = .trace
        return logger
    }

    private struct Handler: LogHandler {
        let log: FacialFunLog
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.trace

        subscript(metadataKey key: String) -> Logger.MetadataValue? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            log.lines.withLock {
                $0 += "\(event.message) \(metadata) \(event.metadata ?? [:])\n"
            }
        }
    }
}

extension FileManager {
    /// The files below a folder that contain these bytes.
    func contents(of folder: URL, holding bytes: Data) -> [String] {
        (enumerator(atPath: folder.path)?.allObjects ?? []).compactMap { $0 as? String }.filter {
            contents(atPath: folder.appending(path: $0).path)?.range(of: bytes) != nil
        }
    }
}
