import FacialFun
import Glibc
import Synchronization
import Testing
import TestSupport

@testable import FacialFunServer

/// Latency of cancellation: work checks often and then stops.
///
/// Measured in CPU time of the working thread, which hardly depends on other load. The load script
/// measures wall-clock time.
struct StopLatencyTests {
    /// Heavy pictures: as many pixels as the service accepts, in few bytes.
    enum Heavy: CaseIterable {
        case png, jpeg, crowd, nobody
    }

    private func bytes(_ heavy: Heavy) throws -> [UInt8] {
        let side = 4000
        let striped = Image(width: side, height: side) { pixels in
            for row in 0..<side {
                let start = row * side * 3
                pixels[start..<(start + side * 3)].update(repeating: UInt8(row / 16 % 256))
            }
        }
        switch heavy {
        case .png: return try PNGEncoder().encode(striped)
        case .jpeg: return try JPEGEncoder(quality: 60).encode(striped)
        case .crowd: return try LiveService.picture("group.jpg")
        case .nobody: return try LiveService.picture("no-face-texture.jpg")
        }
    }

    /// CPU time of this thread, in nanoseconds.
    private static func threadTime() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }

    /// Records the times of cancellation checks and their results.
    private final class Polls: Sendable {
        private let times = Mutex<[Int]>([])
        private let limit: Int

        /// - Parameter limit: Number of checks before cancellation.
        init(limit: Int = .max) { self.limit = limit }

        var check: CancellationCheck {
            CancellationCheck { [self] in
                let now = StopLatencyTests.threadTime()
                return times.withLock { times in
                    times.append(now)
                    return times.count > limit
                }
            }
        }

        var all: [Int] { times.withLock { $0 } }
    }

    private func work(_ picture: [UInt8], _ looks: Polls) throws -> FacialFunError.Code? {
        let recognizer = try LiveService.recognizer.get()
        do {
            _ = try recognizer.recognize(
                picture, path: "-",
                options: RecognitionOptions(budget: .service, stop: looks.check))
            return nil
        } catch {
            return error.code
        }
    }

    @Test(
        "heavy work checks for cancellation from the first row of pixels to the last face",
        arguments: Heavy.allCases)
    func checksAreFrequent(heavy: Heavy) throws {
        let picture = try bytes(heavy)
        #expect(picture.count <= ServiceConfiguration().maxPictureBytes)
        // The first run is not measured because of one-time allocations.
        #expect(try work(picture, Polls()) == nil)
        let looks = Polls()
        let start = Self.threadTime()
        #expect(try work(picture, looks) == nil)
        let end = Self.threadTime()
        let times = [start] + looks.all + [end]
        let longest = zip(times, times.dropFirst()).map { $1 - $0 }.max() ?? .max
        #expect(looks.all.count > 15)
        // Maximum time until a worker is free; the actual time is some milliseconds.
        #expect(
            longest < 50_000_000,
            "\(longest / 1_000_000) of \((end - start) / 1_000_000) ms, \(looks.all.count) looks")
    }

    @Test(
        "canceled work ends at its next check, wherever it is", arguments: Heavy.allCases)
    func canceledWorkEnds(heavy: Heavy) throws {
        let picture = try bytes(heavy)
        let all = Polls()
        #expect(try work(picture, all) == nil)
        for share in [0.0, 0.3, 0.6, 0.9] {
            let limit = Int(Double(all.all.count) * share)
            let looks = Polls(limit: limit)
            #expect(try work(picture, looks) == .stopped)
            // Some code checks again while it returns, but none continues its work.
            #expect(looks.all.count <= limit + 8, "\(looks.all.count) after \(limit)")
        }
    }

    @Test("a worker is free soon after the deadline of a picture that takes much longer")
    func worker() throws {
        let picture = try bytes(.png)
        let whole = ContinuousClock().measure { _ = try? work(picture, Polls()) }  // tested above
        let milliseconds = max(20, Int(whole / .milliseconds(1)) / 8)
        try LiveService.with({ $0.workers = 1 }) { live in
            let client = try live.client()
            let headers = ["Content-Type": "image/png", "Deadline-Ms": "\(milliseconds)"]
            let answer = try client.request("POST", "/v1/score", headers: headers, body: picture)
            #expect(answer.code == "deadline_exceeded")
            let clock = ContinuousClock()
            let start = clock.now
            while try !client.request("GET", "/metrics").text.contains("workers_busy 0\n") {
                try #require(start.duration(to: clock.now) < .seconds(60))
            }
            // This is much less than the rest of the work would have taken.
            #expect(start.duration(to: clock.now) < whole / 2)
        }
    }
}
