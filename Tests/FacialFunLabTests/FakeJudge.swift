import FacialFun
import FacialFunWire

@testable import CommandSupport
@testable import FacialFunLab

/// A pipeline that reads its result from the file: the first byte is the predicted emotion, the
/// second the score in percent, the third the number of faces, plus ``refused`` if they are too
/// dark.
///
/// An empty file is unreadable.
struct FakeJudge: EvaluationPipeline {
    let model = ModelSummary(name: "fake", version: "7")

    /// Marks a picture whose face is found and rejected.
    static let refused: UInt8 = 128

    func answer(_ bytes: [UInt8]) throws(FacialFunError) -> Answer {
        guard bytes.count == 3 else {
            throw FacialFunError(code: .empty, message: "The file is empty.")
        }
        let score = Float(bytes[1]) / 100
        var values = SIMD8<Float>(repeating: (1 - score) / 7)
        values[Int(bytes[0])] = score
        let scores = EmotionScores(values)
        return bytes[2] == 0
            ? Answer(faces: 0, scores: nil, wholeCropScores: scores)
            : Answer(
                faces: Int(bytes[2] & ~Self.refused), scores: scores,
                refusal: bytes[2] & Self.refused == 0 ? nil : .tooDark)
    }

    func view(_ bytes: [UInt8]) throws(FacialFunError) -> Image {
        guard bytes.count == 3 else {
            throw FacialFunError(code: .empty, message: "The file is empty.")
        }
        return Image(width: 4, height: 2) { $0.update(repeating: bytes[1]) }
    }
}

extension FakeJudge {
    /// The file for a result.
    static func file(_ called: Emotion, percent: UInt8, faces: UInt8 = 1) -> [UInt8] {
        [UInt8(called.index), percent, faces]
    }
}
