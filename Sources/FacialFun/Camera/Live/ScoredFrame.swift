package import FacialFunWire

/// A scored frame of a camera.
package struct ScoredFrame: Sendable {
    /// Number of the scored frame, from 1.
    package let number: Int
    /// The camera's frame.
    ///
    /// It occupies one of the driver's buffers until it is released.
    package let source: CameraFrame
    /// Width of the frame in pixels; boxes and points are in these.
    package let width: Int
    /// Height of the frame in pixels.
    package let height: Int
    /// The scored picture: upright, mirrored if requested, and possibly reduced.
    ///
    /// While it is in use, the next frame allocates new memory.
    package let picture: DecodedImage
    /// Report of the picture.
    package let report: FrameReport
    /// Time of each stage, including decoding.
    package let milliseconds: StageMilliseconds
    /// Time from capture, according to the driver, until the frame was scored.
    package let latencyMilliseconds: Double
    /// Status of the attempt; nil without one.
    package let attempt: AttemptStatus?
    /// Frame counts so far.
    package let counters: CaptureCounters

    /// The single face to judge, or the reason why there is none.
    package var judgedFace: Result<FaceReport, CannotJudgeReason> { report.faces.judged }

    /// The largest face, judgeable or not.
    package var largestFace: FaceReport? { largestIndex.map { report.faces[$0] } }

    /// The index of the largest face.
    var largestIndex: Int? {
        report.faces.indices.max { report.faces[$0].box.area < report.faces[$1].box.area }
    }
}
