import Foundation
import Logging

/// Passes what the service writes on to the game's log, line by line, and no more than a log bears.
struct ServiceLog {
    /// The last line, for messages about an end.
    private(set) var lastLine: String?

    private let logger: Logger
    private var rest: [UInt8] = []
    private var second: ContinuousClock.Instant?
    private var linesOfSecond = 0

    private static let longestLine = 500
    private static let linesASecond = 50
    /// What the service puts before its own lines.
    private static let prefix = "facialfun: "

    init(_ logger: Logger) { self.logger = logger }

    /// Takes what has come.
    mutating func add(_ bytes: some Sequence<UInt8>, now: ContinuousClock.Instant) {
        for byte in bytes {
            if byte == UInt8(ascii: "\n") {
                endLine(now)
            } else if rest.count < Self.longestLine {
                rest.append(byte)
            }
        }
    }

    /// Takes what is left as a line.
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
                "The service wrote \(linesOfSecond - Self.linesASecond) more lines in a second.")
        }
        linesOfSecond = 0
    }
}

extension Unicode.Scalar {
    /// The character, or its number where it would not be seen for what it is.
    fileprivate var escapedForLog: String {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate,
            .unassigned:
            escaped(asASCII: true)
        default: String(self)
        }
    }
}
