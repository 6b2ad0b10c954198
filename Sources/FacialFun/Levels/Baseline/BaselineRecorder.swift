import FacialFunWire

/// Watches about two seconds of a neutral face, frame by frame, until they make a baseline.
///
/// It looks for a stretch of judgeable frames without long gaps in which the face is still and at
/// rest; until then the oldest frames are dropped. Deterministic: the same frames and times give
/// the same baseline.
package struct BaselineRecorder: Sendable {
    /// Length of the recording, in milliseconds.
    package static let spanMilliseconds = 2000.0
    /// The minimum number of frames of a stretch.
    package static let minFrames = 5
    /// A longer gap between judgeable frames ends a stretch, in milliseconds.
    package static let maxGapMilliseconds = 600.0

    /// State of a recording.
    package enum State: Sendable {
        /// The stretch is not long enough yet.
        ///
        /// - Parameters:
        ///   - progress: 0…1.
        ///   - problem: Obstacle to the recording; nil if there is none.
        case watching(progress: Double, problem: BaselineProblem?)
        /// The baseline is finished; further frames change nothing.
        case finished(Baseline)
    }

    private struct Frame {
        let milliseconds: Double
        let face: BaselineFace
    }

    /// State of the recording.
    package private(set) var state = State.watching(progress: 0, problem: nil)
    private var stretch: [Frame] = []
    private var newest = -Double.infinity

    /// Creates a recorder without frames.
    package init() {}

    /// Adds one frame.
    ///
    /// - Parameters:
    ///   - observation: Observation in the frame.
    ///   - milliseconds: Capture time, on any clock that never goes back. A frame that is not newer
    ///     than earlier ones is ignored.
    /// - Returns: The new state.
    @discardableResult
    package mutating func add(
        _ observation: Observation, atMilliseconds milliseconds: Double
    ) -> State {
        if case .finished = state { return state }
        guard milliseconds.isFinite, milliseconds > newest else { return state }
        newest = milliseconds
        if let last = stretch.last, milliseconds - last.milliseconds > Self.maxGapMilliseconds {
            stretch = []
        }
        switch observation {
        case .cannotJudge(let reason):
            state = .watching(progress: progress, problem: .cannotJudge(reason))
        case .face(let scores, let photograph, let features, let movements):
            stretch.append(
                Frame(
                    milliseconds: milliseconds,
                    face: BaselineFace(
                        scores: scores, photograph: photograph ?? scores, features: features,
                        movements: movements)))
            state = judged()
        }
        return state
    }

    private var span: Double {
        guard let first = stretch.first, let last = stretch.last else { return 0 }
        return last.milliseconds - first.milliseconds
    }

    private var progress: Double { min(span / Self.spanMilliseconds, 1) }

    /// Judges the stretch; drops its oldest frames if it is long enough but unsuitable.
    private mutating func judged() -> State {
        let faces = stretch.map(\.face)
        let problem: BaselineProblem? =
            if !BaselineFace.areAtRest(faces) { .notAtRest } else if !BaselineFace.areStill(faces) {
                .notStill
            } else { nil }
        let isLong = span >= Self.spanMilliseconds && stretch.count >= Self.minFrames
        if isLong, problem == nil { return .finished(Baseline(faces)) }
        while problem != nil, span >= Self.spanMilliseconds { stretch.removeFirst() }
        return .watching(progress: progress, problem: problem)
    }
}
