import Testing

@testable import FacialFun

struct EventQueueTests {
    private static let mode = CameraMode(
        pixelFormat: .gray, code: FourCC(0), width: 1, height: 1, bytesPerLine: 1, rate: 30)

    private static func frame(_ sequence: Int) -> CameraEvent {
        .frame(
            CameraFrame(
                sequence: sequence, timestamp: 0, hasDriverTime: true, mode: mode,
                storage: .owned([UInt8(sequence)])))
    }

    /// Takes everything from the queue: sequence numbers of frames, and words for other events.
    private static func drain(_ queue: EventQueue) -> [String] {
        var words: [String] = []
        while let outcome = queue.take(until: 0) {
            switch outcome {
            case .event(.frame(let frame)): words.append("\(frame.sequence)")
            case .event(.away(let error)): words.append(error.code.rawValue)
            case .event(.back): words.append("back")
            case .ended: return words + ["end"]
            }
        }
        return words
    }

    @Test("a slow consumer gets the newest frame, and skipped ones are counted")
    func newest() {
        let queue = EventQueue()
        for sequence in 0..<10 { queue.put(Self.frame(sequence)) }
        #expect(Self.drain(queue) == ["9"])
        #expect(queue.counters.frames == 10)
        #expect(queue.counters.replaced == 9)
    }

    @Test("arrivals and departures keep their order, and no frame overtakes them")
    func order() {
        let queue = EventQueue()
        queue.put(Self.frame(1))
        queue.put(.away(.unplugged("camera")))
        queue.put(.back(Self.mode))
        queue.put(Self.frame(2))
        queue.end()
        #expect(Self.drain(queue) == ["camera_unplugged", "back", "2", "end"])
    }

    @Test("a camera that keeps connecting and disconnecting does not use up memory")
    func bounded() {
        let queue = EventQueue()
        for _ in 0..<1000 { queue.put(.away(.unplugged("camera"))) }
        queue.put(Self.frame(7))
        let words = Self.drain(queue)
        #expect(words.count < 20)
        #expect(words.last == "7")
    }

    @Test("a waiting task receives the next event, the end, or its cancellation")
    func waiting() async {
        let queue = EventQueue()
        let waiting = Task { await queue.next() }
        await Task.yield()
        queue.put(Self.frame(3))
        guard case .frame(let frame) = await waiting.value else {
            Issue.record("no frame")
            return
        }
        #expect(frame.sequence == 3)
        let cancelled = Task { await queue.next() }
        cancelled.cancel()
        #expect(await cancelled.value == nil)
        let ended = Task { await queue.next() }
        queue.end()
        #expect(await ended.value == nil)
        #expect(await queue.next() == nil)
    }

    @Test("a detached frame outlives the driver's memory")
    func detached() throws {
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 4, alignment: 1)
        memory.copyBytes(from: [1, 2, 3, 4])
        let frame = CameraFrame(
            sequence: 0, timestamp: 0, hasDriverTime: true, mode: Self.mode,
            storage: .mapped(UnsafeRawBufferPointer(memory)))
        frame.detach()
        memory.copyBytes(from: [9, 9, 9, 9])
        memory.deallocate()
        #expect(frame.withBytes { [UInt8]($0) } == [1, 2, 3, 4])
    }
}
