import FacialFunWire
import Testing
import TestSupport

@testable import FacialFun

struct JudgeabilityGateTests {
    /// Limits in the middle of the allowed ranges.
    private static let limits = JudgeabilityLimits { limit in
        switch limit {
        case .minBoxWidth: 40
        case .maxYaw: 40
        case .maxPitch: 30
        case .maxRoll: 35
        case .minEyeSpan: 0.25
        case .minConfidence: 0.4
        default: 0.5
        }
    }
    private static let gate = JudgeabilityGate(limits: limits)

    /// A face far from every limit.
    private static let good = FaceReport(
        box: Box(x: 10, y: 10, width: 100, height: 100),
        keypoints: FaceKeypoints(
            rightEye: Point(x: 40, y: 40), leftEye: Point(x: 80, y: 40),
            noseTip: Point(x: 60, y: 60), mouthCentre: Point(x: 60, y: 80),
            rightEar: Point(x: 20, y: 50), leftEar: Point(x: 100, y: 50)),
        confidence: 0.9,
        rectangle: RectangleReport(
            side: 600, toImage: SimilarityTransform(a: 0.2, b: 0, tx: 5, ty: 3)),
        quality: FaceQuality(
            visibleShare: 1, sharpness: 0.9, meanLuma: 0.4, darkShare: 0, brightShare: 0,
            contrast: 0.9, mouthHidden: 0, eyesHidden: 0, meshPresence: 1, yaw: 0, pitch: 0,
            roll: 0),
        features: nil, scores: EmotionScores(SIMD8(0.9, 0.1, 0, 0, 0, 0, 0, 0)))

    /// The good face with the value that a limit checks replaced.
    private static func face(_ limit: JudgeabilityLimit, _ value: Double) -> FaceReport {
        var face = good
        switch limit {
        case .minContrast: face.quality.contrast = value
        case .maxDarkShare: face.quality.darkShare = value
        case .maxBrightShare: face.quality.brightShare = value
        case .minBoxWidth: face.box.width = value
        case .minVisibleShare: face.quality.visibleShare = value
        case .maxYaw: face.quality.yaw = value
        case .minEyeSpan:
            face.quality.yaw = JudgeabilityLimit.sureYaw
            face.keypoints.leftEye.x = face.keypoints.rightEye.x + value * face.box.width
        case .maxPitch: face.quality.pitch = value
        case .maxRoll: face.quality.roll = value
        case .minSharpness: face.quality.sharpness = value
        case .maxMouthHidden: face.quality.mouthHidden = value
        case .maxEyesHidden: face.quality.eyesHidden = value
        case .minConfidence: face.confidence = value
        case .minConfidenceAtBorder:
            face.quality.visibleShare = JudgeabilityLimit.wholeShare - 0.01
            face.confidence = value
        case .minMeshPresence: face.quality.meshPresence = value
        case .minTopScore:
            face.scores = EmotionScores(SIMD8(repeating: Float((1 - value) / 7)).replacing(value))
            face.top = face.scores.top
        }
        return face
    }

    @Test("a good face is judgeable", arguments: [good, good.mirroredForTest])
    func goodFace(face: FaceReport) {
        #expect(Self.gate.reasons(for: face) == [])
    }

    @Test(
        "a face at a limit is judgeable, one just beyond is not",
        arguments: JudgeabilityLimit.allCases
    )
    func boundary(limit: JudgeabilityLimit) {
        let bound = Self.limits[limit]
        // Scores are of type Float, which sets their smallest step.
        let step = limit == .minTopScore ? 1e-6 : bound * 1e-12
        let beyond = limit.isMinimum ? bound - step : bound + step
        #expect(Self.gate.reasons(for: Self.face(limit, bound)) == [])
        let reasons = Self.gate.reasons(for: Self.face(limit, beyond))
        #expect(reasons == [limit.reason(for: Self.good)])
    }

    @Test(
        "a face worse than a rejected one is rejected, too",
        arguments: JudgeabilityLimit.allCases)
    func monotone(limit: JudgeabilityLimit) {
        let bound = Self.limits[limit]
        let highest = min(limit.range.upperBound, 2 * bound)
        // From the best to the worst value that a file may set as the limit.
        let values = (0...100).map { Double($0) / 100 * highest }
        let towardsWorse = limit.isMinimum ? Array(values.reversed()) : values
        let usable = limit == .minTopScore ? towardsWorse.filter { $0 >= 0.2 } : towardsWorse
        let refused = usable.map { !Self.gate.reasons(for: Self.face(limit, $0)).isEmpty }
        #expect(refused == refused.filter { !$0 } + refused.filter { $0 })
        #expect(refused.contains(true) && refused.contains(false))
    }

    @Test("a mirrored face gets the same verdict, turned to either side")
    func mirrored() {
        for value in stride(from: -60.0, through: 60, by: 5) {
            for limit in [JudgeabilityLimit.maxYaw, .maxPitch, .maxRoll] {
                let face = Self.face(limit, value)
                #expect(
                    Self.gate.reasons(for: face) == Self.gate.reasons(for: face.mirroredForTest))
                #expect(
                    Self.gate.reasons(for: face) == Self.gate.reasons(for: Self.face(limit, -value))
                )
            }
        }
    }

    @Test("with the shipped limits every search rejects a profile")
    func profile() throws {
        let shipped = JudgeabilityGate(
            limits: try JudgeabilityLimits(directory: ModelsFolder.path(of: "emotion-v1")))
        // Results of the detector for scikit-image's cameraman: thorough, service, live.
        for (span, yaw) in [(0.238, 51.5), (0.211, 49.6), (0.180, 50.0)] {
            var face = Self.face(.minEyeSpan, span)
            face.quality.yaw = yaw
            #expect(shipped.reasons(for: face) == [.turnedAway])
        }
        #expect(shipped.reasons(for: Self.face(.minEyeSpan, 0.26)) == [])
    }

    @Test("a face without a mesh is not rejected for its pose")
    func noMesh() {
        var face = Self.good
        face.quality.yaw = nil
        face.quality.pitch = nil
        face.quality.roll = nil
        #expect(Self.gate.reasons(for: face) == [])
        face.quality.meshPresence = 0.1
        #expect(Self.gate.reasons(for: face) == [.lowConfidence])
    }

    @Test("a face without contrast is dark, overexposed or washed out, regardless of light")
    func flatLight() {
        var face = Self.face(.minContrast, 0.1)
        face.quality.meanLuma = 0.25
        #expect(Self.gate.reasons(for: face) == [.tooDark])
        face.quality.meanLuma = 0.9
        #expect(Self.gate.reasons(for: face) == [.blurred])
        face.quality.brightShare = 0.05
        #expect(Self.gate.reasons(for: face) == [.tooBright])
    }

    @Test("a small distance of the eyes does not mean a profile if the mesh reports a slight turn")
    func eyeSpan() {
        var face = Self.face(.minEyeSpan, 0.1)
        #expect(Self.gate.reasons(for: face) == [.turnedAway])
        face.quality.yaw = JudgeabilityLimit.sureYaw - 1
        #expect(Self.gate.reasons(for: face) == [])
        face.quality.yaw = nil
        #expect(Self.gate.reasons(for: face) == [.turnedAway])
    }

    @Test("an uncertain face counts as cut off only if it extends beyond the picture")
    func uncertainFaceAtTheBorder() {
        var face = Self.face(.minConfidenceAtBorder, 0.45)
        #expect(Self.gate.reasons(for: face) == [.cutOff])
        face.quality.visibleShare = 1
        #expect(Self.gate.reasons(for: face) == [])
    }

    @Test("NaN is rejected", arguments: JudgeabilityLimit.allCases)
    func nanIsRejected(limit: JudgeabilityLimit) {
        guard limit != .minTopScore else { return }
        #expect(!Self.gate.reasons(for: Self.face(limit, .nan)).isEmpty)
    }

    @Test("reasons are in order, without duplicates and without ignored ones")
    func order() {
        var face = Self.good
        face.quality.sharpness = 0
        face.quality.yaw = 90
        face.quality.pitch = 90
        face.quality.darkShare = 1
        face.box.width = 5
        #expect(
            Self.gate.reasons(for: face) == [.tooDark, .tooSmall, .turnedAway, .blurred])
        #expect(
            Self.gate.reasons(for: face, ignoring: [.tooSmall, .blurred])
                == [.tooDark, .turnedAway])
        #expect(
            Set(JudgeabilityGate.reasons)
                == Set(CannotJudgeReason.allCases).subtracting([.noFace, .severalFaces]))
    }
}

extension SIMD8<Float> {
    /// The vector with the first lane replaced.
    fileprivate func replacing(_ first: Double) -> SIMD8<Float> {
        var values = self
        values[0] = Float(first)
        return values
    }
}

extension FaceReport {
    /// The face with the quality of its mirror image.
    fileprivate var mirroredForTest: FaceReport {
        var face = self
        face.quality = quality.mirrored
        return face
    }
}
