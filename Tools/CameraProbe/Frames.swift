import FacialFun
import FacialFunWire
import Glibc

/// Reads frames and events from a stream.
enum Frames {
    /// Prints a line for each frame: its sequence number, its length and a hash of its bytes.
    static func hashes(count: Int) throws(FacialFunError) {
        let stream = try CameraProbe.open()
        var seen = 0
        while seen < count, case .event(let event) = stream.next(within: 5000) {
            guard case .frame(let frame) = event else { continue }
            frame.withBytes { print("frame \(frame.sequence) \($0.count) \(hash($0))") }
            seen += 1
        }
    }

    /// Holds more frames than the driver has buffers, closes the camera, and reports whether all of
    /// them are unchanged.
    static func held(count: Int) throws(FacialFunError) {
        let stream = try CameraProbe.open()
        var frames: [(frame: CameraFrame, hash: UInt64)] = []
        while frames.count < count, case .event(let event) = stream.next(within: 5000) {
            if case .frame(let frame) = event {
                frames.append((frame, frame.withBytes { hash($0) }))
            }
        }
        stream.close()
        let same = frames.count { entry in entry.frame.withBytes { hash($0) } == entry.hash }
        print("held \(frames.count) same \(same) distinct \(Set(frames.map(\.hash)).count)")
        print("counters \(stream.counters)")
    }

    /// Reads frames slowly; prints a line for each with its sequence number and its age in
    /// milliseconds.
    static func slowly(milliseconds: Int, count: Int) throws(FacialFunError) {
        let stream = try CameraProbe.open()
        var seen = 0
        while seen < count, case .event(let event) = stream.next(within: 5000) {
            guard case .frame(let frame) = event else { continue }
            print("frame \(frame.sequence) \(MonotonicClock.milliseconds - frame.milliseconds)")
            seen += 1
            usleep(UInt32(milliseconds) * 1000)
        }
        stream.close()
        print("counters \(stream.counters)")
    }

    /// Prints a line for each event, for some seconds.
    static func events(seconds: Int) throws(FacialFunError) {
        let stream = try CameraProbe.open()
        print("mode \(stream.mode.map(words) ?? "none")")
        let end = MonotonicClock.milliseconds + Double(seconds) * 1000
        while MonotonicClock.milliseconds < end {
            switch stream.next(within: 100) {
            case .event(.frame(let frame)):
                print("frame \(frame.sequence) \(words(frame.mode)) \(frame.hasDriverTime)")
            case .event(.away(let error)): print("away \(error.code.rawValue) \(error.message)")
            case .event(.back(let mode)): print("back \(words(mode))")
            case .nothing: continue
            case .closed: return
            }
        }
        stream.close()
        print("counters \(stream.counters)")
    }

    /// Reads frames as an asynchronous sequence; then cancels a task that waits for one more, and
    /// closes the stream under a waiting task.
    static func sequence(count: Int) async throws(FacialFunError) {
        let stream = try CameraProbe.open()
        var seen = 0
        for await event in stream {
            guard case .frame(let frame) = event else { continue }
            print("frame \(frame.sequence)")
            seen += 1
            if seen == count { break }
        }
        print("threads \(Rounds.threads(named: "camera"))")
        let cancelled = Task { for await _ in stream where Task.isCancelled { return } }
        cancelled.cancel()
        await cancelled.value
        let ended = Task { for await _ in stream {} }
        stream.close()
        await ended.value
        print("closed")
    }

    private static func words(_ mode: CameraMode) -> String {
        "\(mode.pixelFormat.rawValue) \(mode.code) \(mode.width)x\(mode.height)"
    }

    /// FNV-1a, 64 bits.
    static func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}
