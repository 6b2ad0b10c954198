import FacialFunWire

/// Reports for tests of output formats.
enum SampleReports {
    static let scores = EmotionScores(SIMD8(0.05, 0.6, 0.1, 0.05, 0.05, 0.05, 0.05, 0.05))

    static let face = FaceReport(
        box: Box(x: 12.25, y: -3.5, width: 80, height: 81.75),
        keypoints: FaceKeypoints(
            rightEye: Point(x: 20.1, y: 30), leftEye: Point(x: 50, y: 30),
            noseTip: Point(x: 35, y: 45), mouthCentre: Point(x: 35, y: 60),
            rightEar: Point(x: 5, y: 35), leftEar: Point(x: 65, y: 35)),
        confidence: 0.987_654_321,
        rectangle: RectangleReport(
            side: 600, toImage: SimilarityTransform(a: 0.2, b: 0.01, tx: -5, ty: 3)),
        quality: FaceQuality(
            visibleShare: 1, sharpness: 0.4, meanLuma: 0.5, darkShare: 0.01, brightShare: 0.02,
            contrast: 0.35, mouthHidden: 0.02, eyesHidden: 0.01, meshPresence: 0.99, yaw: -3,
            pitch: 2, roll: 0.5),
        features: GeometricFeatures(
            values: GeometricFeature.allCases.indices.map { Double($0) / 8 }),
        scores: scores)

    static func report(path: String = "a.jpg", faces: [FaceReport] = [face]) -> ImageReport {
        ImageReport(
            path: path,
            image: ImageSummary(width: 640, height: 480, format: "jpeg", orientation: 1),
            smallestFace: 40, faces: faces,
            milliseconds: StageMilliseconds(decode: 1.25, total: 7.5),
            model: ModelSummary(name: "emotion", version: "1.0.0"))
    }

    static func failure(path: String = "b.jpg") -> FailureReport {
        FailureReport(
            path: path,
            error: FailureReport.Reason(code: "truncated", message: "It ends, too early."))
    }
}
