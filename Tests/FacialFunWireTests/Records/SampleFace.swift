import FacialFunWire

/// A face report for tests.
enum SampleFace {
    static let quality = FaceQuality(
        visibleShare: 1, sharpness: 0.4, meanLuma: 0.5, darkShare: 0.01, brightShare: 0.02,
        contrast: 0.35, mouthHidden: 0.02, eyesHidden: 0.01, meshPresence: 0.99, yaw: -3, pitch: 2,
        roll: 0.5)

    static func report(
        box: Box = Box(x: -4, y: 10.5, width: 80, height: 81), reasons: [CannotJudgeReason] = []
    ) -> FaceReport {
        FaceReport(
            box: box,
            keypoints: FaceKeypoints(
                rightEye: Point(x: 20, y: 30), leftEye: Point(x: 50, y: 30),
                noseTip: Point(x: 35, y: 45), mouthCentre: Point(x: 35, y: 60),
                rightEar: Point(x: 5, y: 35), leftEar: Point(x: 65, y: 35)),
            confidence: 0.98,
            rectangle: RectangleReport(
                side: 600, toImage: SimilarityTransform(a: 0.2, b: 0.01, tx: -5, ty: 3)),
            reasons: reasons, quality: quality,
            features: GeometricFeatures(
                values: GeometricFeature.allCases.indices.map { Double($0) / 8 }),
            scores: EmotionScores(SIMD8(0.05, 0.6, 0.1, 0.05, 0.05, 0.05, 0.05, 0.05)),
            promptedScores: EmotionScores(SIMD8(0.05, 0.5, 0.1, 0.05, 0.05, 0.05, 0.1, 0.1)),
            movements: FaceMovementsTests.movements,
            landmarks: FaceLandmarks(
                points: (0..<FaceLandmarks.count).map { SIMD3(Double($0), 0.25, -2) }),
            gaze: Gaze(
                right: Gaze.Direction(yaw: 3, pitch: -1), left: Gaze.Direction(yaw: 5, pitch: 1)))
    }
}
