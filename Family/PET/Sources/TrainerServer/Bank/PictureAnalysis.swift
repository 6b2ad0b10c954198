import FacialFunWire
import FacialFun
import FaceJudge
import TrainerContent

/// The face analysis that the Question Manager needs.
protocol FaceFinding: Sendable {
    /// The faces of a picture with their scores, the largest first.
    func score(
        _ picture: [UInt8], format: ScoringClient.PictureFormat, deadlineMilliseconds: Int
    ) async throws(FaceJudgeError) -> ImageReport
}

extension FaceJudge: FaceFinding {}

/// The scoring service's analysis of a picture for a question.
struct PictureAnalysis: Encodable {
    /// A face: the position of its square and its likely emotion.
    struct Face: Encodable {
        let place: PicturePlace
        /// Nil unless the service is sure and the face can be judged; the person decides.
        let looksLike: String?
        let word: String?

        private enum CodingKeys: String, CodingKey {
            case place, looksLike, word
        }

        /// Encodes every key; absent values are null.
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(place, forKey: .place)
            try container.encode(looksLike, forKey: .looksLike)
            try container.encode(word, forKey: .word)
        }
    }

    /// Maximum number of faces offered; a person cannot choose among many more.
    static let mostFaces = 12
    /// Minimum probability at which an emotion is suggested.
    ///
    /// Because the scores are calibrated, at 0.8 the suggestion is right at least four times out of
    /// five.
    static let sure: Float = 0.8
    /// The time limit: the service needs a few hundred milliseconds for a photograph of 16
    /// megapixels.
    static let deadlineMilliseconds = 5000

    let width: Int
    let height: Int
    /// `seen`, or `away` if the service did not answer; the person then places the square by hand.
    let judge: String
    /// The faces, the largest first.
    let faces: [Face]
    /// The name by which a question refers to the picture; set when the upload is stored.
    var upload: String?

    /// Analyzes a picture.
    ///
    /// - Throws: ``OwnPictureFault`` if the picture cannot be read.
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
                // The service is down, overloaded or too slow: the person crops by hand.
                self.judge = "away"
                faces = []
            }
        }
    }
}
