import FacialFun
import FacialFunWire
import Foundation
import Testing

struct ObservationTests {
    /// The observation of a face at this angle, without a mesh if nil, and hidden with these
    /// probabilities.
    private func observation(
        yaw: Double? = 0, mouthHidden: Double = 0, eyesHidden: Double = 0,
        visibleShare: Double = 1, confidence: Double = 0.9
    ) throws -> Observation {
        let face = """
            {"box": {"x": 10, "y": 10, "width": 100, "height": 100},
            "keypoints": {"rightEye": {"x": 40, "y": 40}, "leftEye": {"x": 80, "y": 40},
            "noseTip": {"x": 60, "y": 60}, "mouthCentre": {"x": 60, "y": 80},
            "rightEar": {"x": 20, "y": 50}, "leftEar": {"x": 100, "y": 50}}, "confidence": \(confidence),
            "rectangle": {"side": 600, "toImage": {"a": 0.2, "b": 0, "tx": 5, "ty": 3}},
            "judgeable": true, "reasons": [],
            "quality": {"visibleShare": \(visibleShare), "sharpness": 0.5, "meanLuma": 0.4, "darkShare": 0,
            "brightShare": 0, "contrast": 0.4, "mouthHidden": \(mouthHidden),
            "eyesHidden": \(eyesHidden), "meshPresence": 1,
            "yaw": \(yaw.map { "\($0)" } ?? "null"), "pitch": 0, "roll": 0}, "features": null,
            "scores": {"neutral": 0.9, "happiness": 0.1, "surprise": 0, "sadness": 0, "anger": 0,
            "disgust": 0, "fear": 0, "contempt": 0}, "top": "neutral"}
            """
        let report = try JSONDecoder().decode(FaceReport.self, from: Data(face.utf8))
        return Observation(of: [report])
    }

    @Test(
        "a detected face is judged up to the maximum yaw to either side",
        arguments: [0, 20, Observation.maxYaw, nil] as [Double?])
    func facing(yaw: Double?) throws {
        for sign in [1.0, -1.0] {
            guard case .face = try observation(yaw: yaw.map { $0 * sign }) else {
                Issue.record("a face turned by \(yaw ?? 0)° was refused")
                continue
            }
        }
    }

    @Test(
        "a face turned beyond the limit gets the advice to look at the camera",
        arguments: [35.1, 50, 59])
    func turned(yaw: Double) throws {
        #expect(try observation(yaw: yaw) == .cannotJudge(.turnedAway))
        #expect(try observation(yaw: -yaw) == .cannotJudge(.turnedAway))
    }

    @Test("a face with mouth and eyes hidden up to the limit is judged")
    func visible() throws {
        let limit = Observation.maxHidden
        guard case .face = try observation(mouthHidden: limit, eyesHidden: limit) else {
            Issue.record("a face at the limit was refused")
            return
        }
    }

    @Test("a clearly covered face gets advice to remove the cover", arguments: [0.801, 0.95, 1])
    func covered(hidden: Double) throws {
        #expect(try observation(mouthHidden: hidden) == .cannotJudge(.mouthCovered))
        #expect(try observation(eyesHidden: hidden) == .cannotJudge(.eyesCovered))
        #expect(
            try observation(mouthHidden: hidden, eyesHidden: hidden) == .cannotJudge(.mouthCovered))
    }

    @Test("an uncertain face at the border gets the advice to move, a certain one is judged")
    func atTheBorder() throws {
        #expect(try observation(visibleShare: 0.8, confidence: 0.7) == .cannotJudge(.cutOff))
        for (share, confidence) in [(0.8, Observation.minConfidenceAtBorder), (0.95, 0.7)] {
            guard case .face = try observation(visibleShare: share, confidence: confidence) else {
                Issue.record("a face of which \(share) is within, of \(confidence), was refused")
                return
            }
        }
    }

    @Test("a head turned until half the mouth is hidden gets the advice to turn back first")
    func turnedAndCovered() throws {
        #expect(try observation(yaw: 50, mouthHidden: 0.99) == .cannotJudge(.turnedAway))
    }
}
