package import FacialFunWire

/// One frame of a camera, scored.
package struct ScoredFrame: Sendable {
    /// How many frames were scored before it, and it: 1 for the first.
    package let number: Int
    /// The frame as the camera gave it.
    ///
    /// While it is held one buffer is missing to the driver.
    package let source: CameraFrame
    /// Width of the frame in pixels; boxes and points are in these.
    package let width: Int
    /// Height of the frame in pixels.
    package let height: Int
    /// What was scored: the frame upright, mirrored where that was asked for, perhaps reduced.
    ///
    /// While it is held, the next frame takes new memory.
    package let picture: DecodedImage
    /// What it shows.
    package let report: FrameReport
    /// How long each stage took, with the decoding.
    package let milliseconds: StageMilliseconds
    /// From the moment at which it was taken, by the driver's word, until it was scored.
    package let latencyMilliseconds: Double
    /// Where the attempt stands; nil without one.
    package let attempt: AttemptStatus?
    /// What became of the frames so far.
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
