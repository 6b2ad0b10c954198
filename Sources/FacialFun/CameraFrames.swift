import NeuralNetwork

/// One frame of a camera, scored.
public struct ScoredCameraFrame: Sendable {
    /// The number of the frame among those that were scored, from 1.
    public let number: Int
    /// Width of the frame in pixels, in which boxes and points are given.
    public let width: Int
    /// Height of the frame in pixels.
    public let height: Int
    /// The faces in the frame, from the largest to the smallest.
    public let faces: [FaceReport]
    /// Milliseconds from the moment the frame was taken until it was scored.
    public let latencyMilliseconds: Double

    /// The largest face, whether it can be judged or not.
    public var largestFace: FaceReport? { faces.max { $0.box.area < $1.box.area } }
}

extension Recognizer {
    /// Scores a camera's frames as they come.
    ///
    /// ```swift
    /// for await frame in try recognizer.frames() {
    ///     print(frame.largestFace?.top.rawValue ?? "no face")
    /// }
    /// ```
    ///
    /// The newest frame is scored first; frames that arrive meanwhile are skipped. While the camera
    /// is unplugged the sequence waits for it. It ends when the task is canceled. The camera is
    /// closed when the last consumer stops.
    ///
    /// - Parameter camera: The number, path, name or part of the name of a camera; nil for the first
    ///   that can be used. `facialfun cameras` lists them.
    /// - Returns: The frames.
    /// - Throws: `cameraUnavailable` when no camera fits, or it gives no pictures.
    public func frames(
        from camera: String? = nil
    ) throws(FacialFunError) -> AsyncStream<ScoredCameraFrame> {
        do {
            let stream = try CameraStream(CameraSelector(camera ?? ""))
            let (frames, continuation) = AsyncStream.makeStream(
                of: ScoredCameraFrame.self, bufferingPolicy: .bufferingNewest(1))
            // The scorer's thread ends with the stream.
            continuation.onTermination = { _ in stream.close() }
            let pipeline = pipeline
            _ = try SystemThread(name: "camera-scores") {
                let scorer = LiveScorer(stream: stream, recognizer: pipeline)
                while true {
                    switch scorer.next(within: 1000) {
                    case .closed: return continuation.finish()
                    case .frame(let frame): continuation.yield(ScoredCameraFrame(frame))
                    case .away, .back, .quiet: break
                    }
                }
            }
            return frames
        } catch {
            throw FacialFunError(code: .cameraUnavailable, message: "\(error)")
        }
    }
}

extension ScoredCameraFrame {
    /// Keeps of a frame what outlives the camera's memory.
    fileprivate init(_ frame: ScoredFrame) {
        self.init(
            number: frame.number, width: frame.width, height: frame.height,
            faces: frame.report.faces, latencyMilliseconds: frame.latencyMilliseconds)
    }
}
