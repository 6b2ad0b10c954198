import CommandSupport
import EmotionRecognition
import Emotions
import FacialFunLevels

extension PictureRecognizer {
    /// A baseline of pictures of a face at rest.
    ///
    /// - Returns: Nil where there is no picture.
    /// - Throws: ``BaselineFailure`` with the picture and what is wrong with it.
    func baseline(of items: [InputItem]) throws(BaselineFailure) -> Baseline? {
        guard !items.isEmpty else { return nil }
        var observations: [Observation] = []
        for item in items {
            do throws(FailureReport.Reason) {
                observations.append(Observation(try recognition(of: item).report.judgement))
            } catch {
                throw BaselineFailure(path: item.path, message: error.message)
            }
            if case .cannotJudge(let reason)? = observations.last {
                throw BaselineFailure(
                    path: item.path,
                    message:
                        "It cannot serve as a baseline (\(reason.rawValue)). \(reason.sentence)"
                )
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
