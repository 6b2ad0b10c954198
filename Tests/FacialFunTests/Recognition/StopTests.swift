import FacialFun
import FacialFunWire
import Foundation
import Synchronization
import Testing

/// Canceled work ends at the next cancellation check.
struct StopTests {
    private static let recognizer = Result {
        try EmotionRecognizer(
            models: try ModelDirectory.locate(
                option: nil, environment: [:], executablePath: "/nowhere/bin/facialfun"))
    }

    /// Counts the checks, and cancels from one of them on.
    private final class Questions: Sendable {
        let count = Atomic<Int>(0)
        let stopsAt: Int

        init(stopsAt: Int) { self.stopsAt = stopsAt }

        var check: CancellationCheck {
            CancellationCheck {
                self.count.add(1, ordering: .relaxed).newValue >= self.stopsAt
            }
        }
    }

    private func portrait() throws -> [UInt8] {
        try [UInt8](
            Data(contentsOf: SampleManifest.folder.appendingPathComponent("hopper.jpg")))
    }

    @Test("recognition checks often for cancellation, and without one gives the same report")
    func cancellationIsCheckedOften() throws {
        let questions = Questions(stopsAt: .max)
        let bytes = try portrait()
        let recognizer = try Self.recognizer.get()
        let asked = try recognizer.recognize(
            bytes, path: "p", options: RecognitionOptions(stop: questions.check))
        let plain = try recognizer.recognize(bytes, path: "p")
        #expect(asked.report.faces == plain.report.faces)
        #expect(questions.count.load(ordering: .relaxed) > 20)
    }

    @Test("canceled work ends after at most three more checks")
    func stops() throws {
        let questions = Questions(stopsAt: .max)
        let bytes = try portrait()
        let recognizer = try Self.recognizer.get()
        _ = try recognizer.recognize(
            bytes, path: "p", options: RecognitionOptions(stop: questions.check))
        let all = questions.count.load(ordering: .relaxed)
        for place in stride(from: 1, through: all, by: max(1, all / 12)) + [all] {
            let questions = Questions(stopsAt: place)
            #expect(throws: FacialFunError.stopped) {
                try recognizer.recognize(
                    bytes, path: "p", options: RecognitionOptions(stop: questions.check))
            }
            let asked = questions.count.load(ordering: .relaxed)
            #expect((place...(place + 3)).contains(asked))
        }
    }
}
