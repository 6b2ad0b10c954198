import FacialFun
import FacialFunWire

@testable import CommandSupport
@testable import FacialFunLab

/// A pipeline that reads its answer from the file: the first byte is the emotion that it calls, the
/// second the score in percent, the third how many faces there are, with ``refused`` added where they
/// are too dark.
///
/// A file of no bytes is unreadable.
struct FakeJudge: EvaluationPipeline {
    let model = ModelSummary(name: "fake", version: "7")

    /// Marks a picture whose face is found and refused.
    static let refused: UInt8 = 128

    func answer(_ bytes: [UInt8]) throws(ImageError) -> Answer {
        guard bytes.count == 3 else {
            throw ImageError(code: .empty, message: "The file is empty.")
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

    func view(_ bytes: [UInt8]) throws(ImageError) -> Image {
        guard bytes.count == 3 else {
            throw ImageError(code: .empty, message: "The file is empty.")
        }
        return Image(width: 4, height: 2) { $0.update(repeating: bytes[1]) }
    }
}

extension FakeJudge {
    /// The file for an answer.
    static func file(_ called: Emotion, percent: UInt8, faces: UInt8 = 1) -> [UInt8] {
        [UInt8(called.index), percent, faces]
    }
}
