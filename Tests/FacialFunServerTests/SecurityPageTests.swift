import FacialFun
import Foundation
import Testing
import TestSupport

@testable import FacialFunServer

/// The limits that SECURITY.md promises are those that hold.
struct SecurityPageTests {
    /// The page's rows of limits: what, and how much.
    private static func rows() throws -> [String: String] {
        let page = try String(
            contentsOfFile: ModelsFolder.path + "/../SECURITY.md", encoding: .utf8)
        return page.split(separator: "\n").filter { $0.hasPrefix("| ") }
            .reduce(into: [:]) { rows, line in
                let cells = line.split(separator: "|")
                    .map { $0.trimmingCharacters(in: .whitespaces) }
                if cells.count >= 2 { rows[cells[0]] = cells[1] }
            }
    }

    private static let standard = {
        var configuration = ServiceConfiguration()
        configuration.workers = 2
        return configuration
    }()

    /// The largest that an operator may allow.
    private static let largest = {
        var configuration = standard
        configuration.raiseScoreLimits(
            bytes: DecodeLimits.commandLine.maxFileBytes,
            pixels: DecodeLimits.commandLine.maxPixels)
        return configuration
    }()

    private static func grouped(_ number: Int) -> String {
        let digits = String(number)
        return String(
            digits.enumerated().flatMap { place, digit in
                place > 0 && (digits.count - place).isMultiple(of: 3) ? [",", digit] : [digit]
            })
    }

    private static func millions(_ number: Int) -> String { "\(number / 1_000_000)" }

    private static func seconds(_ milliseconds: Int) -> String { "\(milliseconds / 1000) s" }

    /// What each row says of its limit.
    private static let limits: [(row: String, figures: [String])] = [
        (
            "a request's head",
            [
                grouped(ServiceConfiguration.maxHeadBytes) + " bytes",
                "\(ServiceConfiguration.maxHeaderFields) fields",
                seconds(standard.headMilliseconds),
            ]
        ),
        (
            "a picture",
            [
                grouped(standard.maxPictureBytes) + " bytes",
                millions(DecodeLimits.service.maxPixels) + " megapixels",
                grouped(DecodeLimits.maxSide) + " a side",
                "\(DecodeLimits.service.maxProgressiveScans) scans",
            ]
        ),
        (
            "a picture at `/v1/score`, where `--max-file-size` and `--max-pixels` raise it",
            [
                grouped(DecodeLimits.commandLine.maxFileBytes) + " bytes",
                millions(DecodeLimits.commandLine.maxPixels) + " megapixels",
            ]
        ),
        (
            "what a JPEG in several scans takes beside its pixels",
            [
                millions(DecodeLimits.service.maxCoefficientBytes) + " MB",
                millions(DecodeLimits.commandLine.maxCoefficientBytes) + " MB",
            ]
        ),
        (
            "a picture at its full size",
            [millions(DecodeLimits.service.maxFullSizePixels) + " megapixels"]
        ),
        ("a JSON body", [grouped(ServiceConfiguration.maxJSONBytes) + " bytes"]),
        (
            "a body's rate",
            [
                grouped(standard.minBodyBytesPerSecond) + " bytes a second",
                standard.bodyGraceMilliseconds == 1000 ? "after the first second" : "?",
            ]
        ),
        (
            "a body, answer or wait",
            [
                seconds(ServiceConfiguration.maxDeadlineMilliseconds) + " at most",
                seconds(standard.deadlineMilliseconds) + " without",
            ]
        ),
        ("an answer that is not read", [seconds(standard.writeMilliseconds)]),
        ("a connection without a request", [seconds(standard.idleMilliseconds)]),
        (
            "connections, which take 18 KB each",
            [
                grouped(standard.maxConnections),
                seconds(standard.idleGraceMilliseconds),
                standard.maxConnectionsOfPeer * 4 == standard.maxConnections * 3
                    ? "three quarters" : "?",
            ]
        ),
        (
            "bytes of bodies and answers in memory, all together",
            [
                millions(standard.bodyBudget) + " MB",
                "of one process \(millions(standard.bodyBudgetOfPeer)) MB",
                "at most \(millions(largest.bodyBudget)) MB",
                "\(millions(largest.bodyBudgetOfPeer)) MB of one process",
            ]
        ),
        ("work that waits", ["\(standard.queueCapacity) pieces"]),
        (
            "attempts",
            [
                grouped(AttemptStore.capacity) + " that go on",
                "\(AttemptStore.capacityOfHolder) of one process",
            ]
        ),
        (
            "baselines",
            [
                "\(BaselineStore.capacity)",
                "\(SharedBaselineStore.capacityOfHolder) of one process",
                BaselineStore.lifetimeMilliseconds == 1_800_000 ? "half an hour each" : "?",
            ]
        ),
        ("event streams", ["\(AttemptStore.maxStreams) for each attempt"]),
        (
            "combining marks in a row",
            [
                "\(CombiningMarks.maxInText) in what a request says",
                "\(CombiningMarks.maxInStream) in a string of JSON",
            ]
        ),
        (
            "memory of the pictures that are scored at a time, by their headers: 4 bytes a pixel as it is "
                + "read, and what several scans take; those under "
                + "\(millions(ImageMemoryEstimate.small)) MB (640×480, 800×600) are not counted",
            [millions(ImageMemoryEstimate.together) + " MB"]
        ),
    ]

    /// Rows whose figures are those of other libraries, whose tests see to them, or that have none.
    private static let others: Set<String> = [
        "what", "image data behind a PNG's last row", "requests that one connection sends ahead",
        "a helper program: ffmpeg, or the decoder of WebP and HEIC", "weights",
    ]

    @Test("each row of limits is held against the program")
    func rowsAreKnown() throws {
        let page = try String(
            contentsOfFile: ModelsFolder.path + "/../SECURITY.md", encoding: .utf8)
        let section = try #require(page.components(separatedBy: "\n## Limits").dropFirst().first)
        let rows = section.components(separatedBy: "\n\n**Shares.**")[0].split(separator: "\n")
            .filter { $0.hasPrefix("| ") }
            .map { $0.split(separator: "|")[0].trimmingCharacters(in: .whitespaces) }
        #expect(rows.count > 20)
        #expect(Set(rows) == Set(Self.limits.map(\.row)).union(Self.others))
    }

    @Test("each figure of a row is the one that the service has", arguments: limits)
    func figures(row: String, figures: [String]) throws {
        let limit = try #require(try Self.rows()[row], "there is no row for \(row)")
        for figure in figures {
            #expect(limit.contains(figure), "\(row): \(figure) is not in \(limit)")
        }
    }

    @Test("the memory that it promises is the one that the service holds its options against")
    func memory() throws {
        let page = try String(
            contentsOfFile: ModelsFolder.path + "/../SECURITY.md", encoding: .utf8)
        for (text, configuration) in [
            ("18 MB for each worker, %d MB on two processors", Self.standard),
            ("with the largest limits that may be set, to %d MB", Self.largest),
        ] {
            let megabytes = configuration.maxMemoryBytes / 1_000_000
            let promise = text.replacingOccurrences(of: "%d", with: "\(megabytes)")
            #expect(page.contains(promise), "SECURITY.md does not say: \(promise)")
        }
    }
}
