import NeuralNetwork

/// One frame of a camera, scored.
public struct ScoredCameraFrame: Sendable {
    /// The frame's number among the scored frames, from 1.
    public let number: Int
    /// Width of the frame, in pixels; boxes and points refer to it.
    public let width: Int
    /// Height of the frame, in pixels.
    public let height: Int
    /// The faces in the frame, largest first.
    public let faces: [FaceReport]
    /// Milliseconds between the capture of the frame and the end of scoring.
    public let latencyMilliseconds: Double

    /// The largest face, even if it cannot be judged.
    public var largestFace: FaceReport? { faces.max { $0.box.area < $1.box.area } }
}

extension Recognizer {
    /// Scores the frames of a camera as they arrive.
    ///
    /// ```swift
    /// for await frame in try recognizer.frames() {
    ///     print(frame.largestFace?.top.rawValue ?? "no face")
    /// }
    /// ```
    ///
    /// Always scores the newest frame; frames that arrive meanwhile are skipped. If the camera is
    /// unplugged, the sequence waits for it. The sequence ends when the task is canceled, and the
    /// camera is closed when the last consumer stops.
    ///
    /// - Parameter camera: The number, path, name or part of the name of a camera; nil for the
    ///   first that can be used. `facialfun cameras` lists them.
    /// - Returns: The frames.
    /// - Throws: A code such as `cameraNotFound` if no camera matches, or if it delivers no
    ///   pictures.
    public func frames(
        from camera: String? = nil
    ) throws(FacialFunError) -> AsyncStream<ScoredCameraFrame> {
        let stream = try CameraStream(CameraSelector(camera ?? ""))
        let (frames, continuation) = AsyncStream.makeStream(
            of: ScoredCameraFrame.self, bufferingPolicy: .bufferingNewest(1))
        // The scorer's thread ends with the stream.
        continuation.onTermination = { _ in stream.close() }
        let pipeline = pipeline
        do throws(Errno) {
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
        } catch {
            throw FacialFunError(
                code: .system, message: "Cannot start a thread: \(error).",
                errorNumber: error.number)
        }
        return frames
    }
}

extension ScoredCameraFrame {
    /// Copies the values that are needed after the camera's memory is released.
    fileprivate init(_ frame: ScoredFrame) {
        self.init(
            number: frame.number, width: frame.width, height: frame.height,
            faces: frame.report.faces, latencyMilliseconds: frame.latencyMilliseconds)
    }
}
