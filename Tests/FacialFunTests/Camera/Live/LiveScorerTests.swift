import FacialFunWire
import Testing
import TestSupport

@testable import FacialFun

/// Scores frames that the tests supply.
struct LiveScorerTests {
    private static let recognizer = Result {
        try EmotionRecognizer(
            models: try ModelDirectory.locate(
                option: nil, environment: [:], executablePath: "/nowhere/bin/facialfun"))
    }

    private static let mode = LiveFrames.mode(.mjpeg, 640, 480)

    private let queue = EventQueue()

    private func scorer(_ options: LiveOptions = LiveOptions()) throws -> LiveScorer {
        LiveScorer(
            stream: try CameraStream(events: queue), recognizer: try Self.recognizer.get(),
            options: options)
    }

    private func put(_ bytes: [UInt8], sequence: Int = 0, at milliseconds: Double = 0) {
        queue.put(
            .frame(
                LiveFrames.frame(
                    bytes, Self.mode, sequence: sequence, milliseconds: milliseconds)))
    }

    /// An event in one word.
    private func word(_ event: LiveEvent) -> String {
        switch event {
        case .frame(let frame): "frame \(frame.number)"
        case .quiet: "quiet"
        case .away(let error): "away \(error.code.rawValue)"
        case .back: "back"
        case .closed: "closed"
        }
    }

    @Test("a frame is scored like its picture, and frames are numbered from 1")
    func scored() throws {
        let scorer = try scorer()
        let bytes = try LiveFrames.jpeg()
        for number in 1...2 {
            put(bytes, sequence: 10 * number, at: 1000 * Double(number))
            guard case .frame(let frame) = scorer.next(within: 60_000) else {
                Issue.record("no frame came")
                return
            }
            #expect(frame.number == number && frame.source.sequence == 10 * number)
            let face = try #require(frame.largestFace)
            #expect(face.top == .happiness)
        }
    }

    @Test("a stream that ended is closed; without frames it waits")
    func ends() throws {
        let scorer = try scorer()
        #expect(word(scorer.next(within: 1)) == "quiet")
        queue.end()
        #expect(word(scorer.next(within: 1000)) == "closed")
    }

    @Test("unrequested frames are neither decoded nor scored")
    func unwanted() throws {
        var options = LiveOptions()
        options.wantsScore = { $0.sequence != 7 }
        let scorer = try scorer(options)
        put([1, 2, 3], sequence: 7)
        #expect(word(scorer.next(within: 1)) == "quiet")
        #expect(scorer.counters.damaged == 0)
    }

    @Test("damaged frames are counted; two seconds of only damaged frames mean a lost camera")
    func damaged() throws {
        let scorer = try scorer()
        var events: [String] = []
        for milliseconds in [0, 1000, 1999, 2000, 3000] {
            put([0xFF, 0xD8, 0], at: Double(milliseconds))
            events.append(word(scorer.next(within: 1)))
        }
        #expect(events == ["quiet", "quiet", "quiet", "away camera_format_unsupported", "quiet"])
        #expect(scorer.counters.damaged == 5)
        put(try LiveFrames.jpeg(), at: 4000)
        #expect(word(scorer.next(within: 60_000)) == "back")
        put(try LiveFrames.jpeg(), at: 4100)
        #expect(word(scorer.next(within: 60_000)) == "frame 1")
    }

    @Test("damaged frames from before a disconnection do not count after it")
    func damageBeforeADisconnection() throws {
        let scorer = try scorer()
        put([1], at: 0)
        #expect(word(scorer.next(within: 1)) == "quiet")
        queue.put(.away(FacialFunError(code: .cameraFailed, message: "unplugged")))
        queue.put(.back(Self.mode))
        #expect(word(scorer.next(within: 1000)) == "away camera_failed")
        #expect(word(scorer.next(within: 1000)) == "back")
        put([1], at: 2500)
        #expect(word(scorer.next(within: 1)) == "quiet")
    }
}
