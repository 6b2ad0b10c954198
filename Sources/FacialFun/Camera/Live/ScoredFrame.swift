package import FacialFunWire

/// One frame of a camera, scored.
package struct ScoredFrame: Sendable {
    /// Number of the scored frame, from 1.
    package let number: Int
    /// The frame as the camera gave it.
    ///
    /// While it is held one buffer is missing to the driver.
    package let source: CameraFrame
    /// Width of the frame in pixels; boxes and points are in these.
    package let width: Int
    /// Height of the frame in pixels.
    package let height: Int
    /// The scored picture: upright, mirrored if requested, and possibly reduced.
    ///
    /// While it is held, the next frame takes new memory.
    package let picture: DecodedImage
    /// Report of the picture.
    package let report: FrameReport
    /// Time of each stage, including decoding.
    package let milliseconds: StageMilliseconds
    /// From the moment at which it was taken, by the driver's word, until it was scored.
    package let latencyMilliseconds: Double
    /// Status of the attempt; nil without one.
    package let attempt: AttemptStatus?
    /// Frame counts so far.
    package let counters: CaptureCounters

    /// The one face to judge, or why there is none.
    package var judgement: ImageJudgement { ImageJudgement(of: report.faces) }

    /// The largest face, whether it can be judged or not.
    package var largestFace: FaceReport? { largestIndex.map { report.faces[$0] } }

    /// The place of the largest face.
    var largestIndex: Int? {
        report.faces.indices.max { report.faces[$0].box.area < report.faces[$1].box.area }
    }
}
