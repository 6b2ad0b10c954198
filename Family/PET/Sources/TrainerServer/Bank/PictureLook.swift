import FacialFunWire
import FacialFun
import FaceJudge
import TrainerContent

/// What the Question Manager asks of the judge of faces.
protocol FaceFinding: Sendable {
    /// The faces of a picture with their scores, the largest first.
    func score(
        _ picture: [UInt8], format: ScoringClient.PictureFormat, deadlineMilliseconds: Int
    ) async throws(FaceJudgeError) -> ImageReport
}

extension FaceJudge: FaceFinding {}

/// What the scoring service sees in a picture that is to be a question's.
struct PictureLook: Encodable {
    /// A face: where its square lies, and what it seems to show.
    struct Face: Encodable {
        let place: PicturePlace
        /// Only where the service is sure and the face can be judged; the person decides.
        let looksLike: String?
        let word: String?

        private enum CodingKeys: String, CodingKey {
            case place, looksLike, word
        }

        /// Writes every key; what there is none of is null.
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(place, forKey: .place)
            try container.encode(looksLike, forKey: .looksLike)
            try container.encode(word, forKey: .word)
        }
    }

    /// A share of one picture's faces that a person can choose among.
    static let mostFaces = 12
    /// From which probability on an emotion is proposed: at 0.8 it is right four times of five or
    /// more, as the scores are calibrated.
    static let sure: Float = 0.8
    /// A photograph of 16 megapixels takes the service some hundred milliseconds.
    static let deadlineMilliseconds = 5000

    let width: Int
    let height: Int
    /// `seen`, or `away` where nobody could look: the square is then put by hand.
    let judge: String
    /// The faces, the largest first.
    let faces: [Face]
    /// The name by which a question refers to the picture; set when it is kept.
    var upload: String?

    /// Has a picture looked at.
    ///
    /// - Throws: ``OwnPictureFault`` for what is no picture that can be read.
    init(of file: [UInt8], judge: any FaceFinding, content: Content, language: String) async throws
    {
        let header = try OwnPicture.header(of: file)
        (width, height) = (header.width, header.height)
        do {
            let report = try await judge.score(
                file, format: header.format == .jpeg ? .jpeg : .png,
                deadlineMilliseconds: Self.deadlineMilliseconds)
            self.judge = "seen"
            faces = report.faces.prefix(Self.mostFaces).map { face in
                let sure = face.judgeable && (face.scores[face.top] >= Self.sure)
                return Face(
                    place: PicturePlace(face.rectangle.toImage),
                    looksLike: sure ? face.top.rawValue : nil,
                    word: sure
                        ? content.text(TextKey.emotion(face.top), language: language) : nil)
            }
        } catch {
            switch error.problem {
            case "truncated", "corrupt", "empty": throw OwnPictureFault.damaged
            case "too_many_pixels", "too_many_scans": throw OwnPictureFault.tooManyPixels
            case "too_many_bytes": throw OwnPictureFault.tooLarge
            case "unsupported_format": throw OwnPictureFault.notAPicture
            default:
                // Away, overloaded or too slow: the person cuts by hand.
                self.judge = "away"
                faces = []
            }
        }
    }
}
