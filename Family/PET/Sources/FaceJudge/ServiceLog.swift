import Foundation
import Logging

/// Forwards the service's output to the game's log line by line, at a limited rate.
struct ServiceLog {
    /// The last line, for messages about the exit.
    private(set) var lastLine: String?

    private let logger: Logger
    private var rest: [UInt8] = []
    private var second: ContinuousClock.Instant?
    private var linesOfSecond = 0

    private static let longestLine = 500
    private static let linesASecond = 50
    /// The prefix of the service's own lines.
    private static let prefix = "facialfun: "

    init(_ logger: Logger) { self.logger = logger }

    /// Adds received bytes.
    mutating func add(_ bytes: some Sequence<UInt8>, now: ContinuousClock.Instant) {
        for byte in bytes {
            if byte == UInt8(ascii: "\n") {
                endLine(now)
            } else if rest.count < Self.longestLine {
                rest.append(byte)
            }
        }
    }

    /// Forwards an incomplete last line.
    mutating func end(now: ContinuousClock.Instant) {
        if !rest.isEmpty { endLine(now) }
        endSecond()
    }

    private mutating func endLine(_ now: ContinuousClock.Instant) {
        let line = String(decoding: rest, as: UTF8.self)
            .trimmingCharacters(in: .whitespaces).unicodeScalars
            .map { $0.escapedForLog }.joined()
        rest.removeAll(keepingCapacity: true)
        guard !line.isEmpty else { return }
        lastLine = line
        if second.map({ now - $0 >= .seconds(1) }) ?? true {
            endSecond()
            second = now
        }
        linesOfSecond += 1
        guard linesOfSecond <= Self.linesASecond else { return }
        if line.hasPrefix(Self.prefix) {
            logger.info("\(line.dropFirst(Self.prefix.count))")
        } else {
            logger.warning("\(line)")
        }
    }

    private mutating func endSecond() {
        if linesOfSecond > Self.linesASecond {
            logger.warning(
                "Dropped \(linesOfSecond - Self.linesASecond) lines of the service.")
        }
        linesOfSecond = 0
    }
}

extension Unicode.Scalar {
    /// The character, or its code if it is not printable.
    fileprivate var escapedForLog: String {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate,
            .unassigned:
            escaped(asASCII: true)
        default: String(self)
        }
    }
}
