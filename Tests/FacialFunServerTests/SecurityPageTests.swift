import FacialFun
import Foundation
import NIOCore
import TestSupport
import Testing

@testable import FacialFunServer

/// Compares the limits in SECURITY.md with those in the code.
struct SecurityPageTests {
    /// Limits by their row in the table.
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

    /// The largest limits that an operator may configure.
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

    /// Rows and the figures that each must contain.
    private static let limits: [(row: String, figures: [String])] = [
        (
            "request head",
            [
                grouped(ServiceConfiguration.maxHeadBytes) + " bytes",
                "\(ServiceConfiguration.maxHeaderFields) fields",
                seconds(standard.headMilliseconds),
            ]
        ),
        (
            "picture",
            [
                grouped(standard.maxPictureBytes) + " bytes",
                millions(DecodeLimits.service.maxPixels) + " megapixels",
                grouped(DecodeLimits.maxSide) + " a side",
                "\(DecodeLimits.service.maxProgressiveScans) scans",
            ]
        ),
        (
            "picture at `/v1/score` with `--max-file-size` and `--max-pixels`",
            [
                grouped(DecodeLimits.commandLine.maxFileBytes) + " bytes",
                millions(DecodeLimits.commandLine.maxPixels) + " megapixels",
            ]
        ),
        (
            "extra memory for a JPEG with several scans",
            [
                millions(DecodeLimits.service.maxCoefficientBytes) + " MB",
                millions(DecodeLimits.commandLine.maxCoefficientBytes) + " MB",
            ]
        ),
        (
            "picture decoded at full size",
            [millions(DecodeLimits.service.maxFullSizePixels) + " megapixels"]
        ),
        ("JSON body", [grouped(ServiceConfiguration.maxJSONBytes) + " bytes"]),
        (
            "upload rate",
            [
                grouped(standard.minBodyBytesPerSecond) + " bytes a second",
                standard.bodyGraceMilliseconds == 1000 ? "after the first second" : "?",
            ]
        ),
        (
            "body, response or wait",
            [
                seconds(ServiceConfiguration.maxDeadlineMilliseconds) + " at most",
                seconds(standard.deadlineMilliseconds) + " without",
            ]
        ),
        ("response that the client does not read", [seconds(standard.writeMilliseconds)]),
        ("idle connection", [seconds(standard.idleMilliseconds)]),
        (
            "connections, 18 KB each",
            [
                grouped(standard.maxConnections),
                seconds(standard.idleGraceMilliseconds),
                standard.maxConnectionsOfPeer * 4 == standard.maxConnections * 3
                    ? "three quarters" : "?",
            ]
        ),
        (
            "bodies and responses in memory",
            [
                millions(standard.bodyBudget) + " MB",
                "\(millions(standard.bodyBudgetOfPeer)) MB per process",
                "at most \(millions(largest.bodyBudget)) MB",
                "\(millions(largest.bodyBudgetOfPeer)) MB per process",
            ]
        ),
        (
            "queue",
            [
                "\(standard.queueCapacity) requests",
                "\(JobSchedule(workers: 2, capacity: standard.queueCapacity).capacityOfPeer) per process",
            ]
        ),
        (
            "attempts",
            [
                grouped(AttemptStore.capacity) + " in progress",
                "\(AttemptStore.capacityOfHolder) per process",
            ]
        ),
        (
            "baselines",
            [
                "\(BaselineStore.capacity)",
                "\(SharedBaselineStore.capacityOfHolder) per process",
                BaselineStore.lifetimeMilliseconds == 1_800_000 ? "for half an hour" : "?",
            ]
        ),
        ("event streams", ["\(AttemptStore.maxStreams) for each attempt"]),
        (
            "pipelined requests per connection",
            [
                RoundRobinScheduler.maxShare == 0.5
                    && RoundRobinScheduler.pause(after: .seconds(1)) == .seconds(1)
                    ? "at most half of the event loop's time" : "?"
            ]
        ),
        (
            "consecutive combining marks",
            [
                "\(CombiningMarks.maxInText) in request values",
                "\(CombiningMarks.maxInStream) in a JSON string",
            ]
        ),
        (
            "memory of pictures that are scored concurrently, estimated from their headers at 4 bytes per "
                + "pixel plus extra scans; those under "
                + "\(millions(ImageMemoryEstimate.small)) MB (640×480, 800×600) are not counted",
            [millions(ImageMemoryEstimate.together) + " MB"]
        ),
    ]

    /// Rows without figures, or with figures that other tests compare: `EndlessFileTests` those of PNG
    /// files, `ForeignPictureTests` those of helper programs, `AnnotatedFilmLimitsTests` those of films.
    private static let others: Set<String> = [
        "resource", "data after the last row of a PNG",
        "helper program: ffmpeg, or the decoder of WebP and HEIC", "weights",
        "annotated film (`score --annotate FILE`)",
    ]

    @Test("every row of the table has a comparison with the code")
    func everyRowIsCompared() throws {
        let page = try String(
            contentsOfFile: ModelsFolder.path + "/../SECURITY.md", encoding: .utf8)
        let section = try #require(page.components(separatedBy: "\n## Limits").dropFirst().first)
        let rows = section.components(separatedBy: "\n\n**Shares.**")[0].split(separator: "\n")
            .filter { $0.hasPrefix("| ") }
            .map { $0.split(separator: "|")[0].trimmingCharacters(in: .whitespaces) }
        #expect(rows.count > 20)
        #expect(Set(rows) == Set(Self.limits.map(\.row)).union(Self.others))
    }

    @Test("limits on the page equal those in the code", arguments: limits)
    func figures(row: String, figures: [String]) throws {
        let limit = try #require(try Self.rows()[row], "there is no row for \(row)")
        for figure in figures {
            #expect(limit.contains(figure), "\(row): \(figure) is not in \(limit)")
        }
    }

    @Test("memory bounds on the page equal those in the code")
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
