import EmotionRecognition
import Emotions
import FaceImaging
import FacialFunLevels

/// Reads pictures and says what they show.
struct PictureJudge {
    /// The pipeline.
    let recognizer: EmotionRecognizer
    /// Reads the bytes.
    let reader: InputReader
    /// How hard to search.
    let options: RecognitionOptions

    /// What one input shows.
    func observation(of item: InputItem) -> Result<Observation, FailureReport.Reason> {
        let bytes: [UInt8]
        do throws(InputError) {
            bytes = try reader.read(item)
        } catch {
            return .failure(
                FailureReport.Reason(code: error.code.rawValue, message: error.message))
        }
        do throws(ImageError) {
            let recognition = try recognizer.recognize(
                bytes, path: item.path.text, options: options)
            return .success(Observation(recognition.report.judgement))
        } catch {
            return .failure(Recognizing.reason(of: error))
        }
    }

    /// A baseline of pictures of a face at rest.
    ///
    /// - Returns: Nil where there is no picture.
    /// - Throws: ``BaselineFailure`` with the picture and what is wrong with it.
    func baseline(of items: [InputItem]) throws(BaselineFailure) -> Baseline? {
        guard !items.isEmpty else { return nil }
        var observations: [Observation] = []
        for item in items {
            switch observation(of: item) {
            case .failure(let reason):
                throw BaselineFailure(path: item.path, message: reason.message)
            case .success(.cannotJudge(let reason)):
                throw BaselineFailure(
                    path: item.path,
                    message:
                        "It cannot serve as a baseline (\(reason.rawValue)). \(reason.sentence)"
                )
            case .success(let observation):
                observations.append(observation)
            }
        }
        do throws(BaselineProblem) {
            return try Baseline(pictures: observations)
        } catch {
            throw BaselineFailure(
                path: items[0].path,
                message: "It cannot serve as a baseline (\(error.code)). \(error.sentence)")
        }
    }
}

/// Why pictures make no baseline.
struct BaselineFailure: Error {
    /// The picture that is not fit.
    let path: InputPath
    /// What is wrong with it and what helps.
    let message: String
}
