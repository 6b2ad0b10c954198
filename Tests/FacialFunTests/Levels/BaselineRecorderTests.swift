import FacialFun
import FacialFunWire
import Testing

struct BaselineRecorderTests {
    private let neutral = Observation.face(
        scores: SampleFaces.scores(.neutral, 0.9), features: SampleFaces.features())

    /// The time at which the recording finished; nil if it did not.
    private func finish(_ frames: [(Double, Observation)]) -> Double? {
        var recorder = BaselineRecorder()
        for (time, observation) in frames {
            if case .finished = recorder.add(observation, atMilliseconds: time) { return time }
        }
        return nil
    }

    @Test("two seconds of a still face are enough", arguments: [33.0, 100, 250, 400])
    func twoSeconds(interval: Double) throws {
        let frames = (0...200).map { (Double($0) * interval, neutral) }
        let time = try #require(finish(frames))
        #expect((2000..<2000 + interval).contains(time))
    }

    @Test("progress grows to the end, and further frames change nothing")
    func progress() {
        var recorder = BaselineRecorder()
        var last = -1.0
        for step in 0..<20 {
            guard
                case .watching(let progress, nil) = recorder.add(
                    neutral, atMilliseconds: Double(step) * 100)
            else { return #expect(step == 20) }
            #expect(progress > last || step == 0)
            last = progress
        }
        recorder.add(neutral, atMilliseconds: 2000)
        guard case .finished(let baseline) = recorder.state else {
            Issue.record("two seconds were not enough")
            return
        }
        recorder.add(.cannotJudge(.noFace), atMilliseconds: 9000)
        guard case .finished(let after) = recorder.state else {
            Issue.record("a later frame undid the baseline")
            return
        }
        #expect(after.frames == baseline.frames)
    }

    @Test("one unjudgeable frame does not matter, a longer gap restarts the recording")
    func gaps() {
        var frames = (0...40).map { (Double($0) * 100, neutral) }
        frames[10].1 = .cannotJudge(.blurred)
        #expect(finish(frames) == 2000)
        for place in 10..<17 { frames[place].1 = .cannotJudge(.blurred) }
        #expect(finish(frames) == 3700)
    }

    @Test("a face that smiles at first is recorded once it rests")
    func smile() throws {
        var recorder = BaselineRecorder()
        let smile = Observation.face(scores: SampleFaces.scores(.happiness, 0.9), features: nil)
        for step in 0...30 {
            guard
                case .watching(_, .notAtRest) = recorder.add(
                    smile, atMilliseconds: Double(step) * 100)
            else {
                Issue.record("a smile passed for a face at rest")
                return
            }
        }
        let frames =
            (0...30).map { (Double($0) * 100, smile) }
            + (31...90).map { (Double($0) * 100, neutral) }
        let time = try #require(finish(frames))
        #expect(time > 4000 && time < 6000)
    }

    @Test("a face that keeps changing gives no baseline")
    func restless() {
        let frames = (0...100).map { step in
            (
                Double(step) * 100,
                Observation.face(
                    scores: SampleFaces.scores(.sadness, step % 2 == 0 ? 0.1 : 0.9), features: nil)
            )
        }
        #expect(finish(frames) == nil)
    }

    @Test("duplicate and out-of-order frames change nothing")
    func order() throws {
        let frames = (0...40).map { (Double($0) * 100, neutral) }
        var shaken: [(Double, Observation)] = []
        for frame in frames {
            shaken += [frame, frame, (frame.0 - 250, .cannotJudge(.tooDark))]
        }
        #expect(finish(shaken) == finish(frames))
    }
}
