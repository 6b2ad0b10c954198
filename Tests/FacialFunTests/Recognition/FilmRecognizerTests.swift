import FacialFunWire
import Testing

@testable import FacialFun

struct FilmRecognizerTests {
    private static func face(visibleShare: Double, reasons: [CannotJudgeReason]) -> FaceReport {
        FaceReport(
            box: Box(x: 10, y: 10, width: 100, height: 100),
            keypoints: FaceKeypoints(
                rightEye: Point(x: 40, y: 40), leftEye: Point(x: 80, y: 40),
                noseTip: Point(x: 60, y: 60), mouthCentre: Point(x: 60, y: 80),
                rightEar: Point(x: 20, y: 50), leftEar: Point(x: 100, y: 50)),
            confidence: 0.9,
            rectangle: RectangleReport(
                side: 600, toImage: SimilarityTransform(a: 0.2, b: 0, tx: 5, ty: 3)),
            reasons: reasons,
            quality: FaceQuality(
                visibleShare: visibleShare, sharpness: 0.9, meanLuma: 0.4, darkShare: 0,
                brightShare: 0, contrast: 0.9, mouthHidden: 0, eyesHidden: 0, meshPresence: 1,
                yaw: 0, pitch: 0, roll: 0),
            features: nil, scores: EmotionScores(SIMD8(0.9, 0.1, 0, 0, 0, 0, 0, 0)))
    }

    @Test(
        "a face with more than a tenth outside the frame is unjudgeable",
        arguments: [(1.0, true), (0.9, true), (0.899, false), (0.7, false)])
    func leavingFace(visibleShare: Double, isJudged: Bool) {
        let face = FilmRecognizer.refusedIfLeaving(
            Self.face(visibleShare: visibleShare, reasons: []))
        #expect(face.reasons == (isJudged ? [] : [.cutOff]))
        #expect(face.judgeable == isJudged)
    }

    @Test("cut_off is inserted among other reasons in order and without duplicates")
    func reasonsInOrder() {
        let blurred = Self.face(visibleShare: 0.8, reasons: [.tooDark, .blurred])
        #expect(
            FilmRecognizer.refusedIfLeaving(blurred).reasons == [.tooDark, .cutOff, .blurred])
        let cut = Self.face(visibleShare: 0.8, reasons: [.cutOff])
        #expect(FilmRecognizer.refusedIfLeaving(cut) == cut)
    }
}
