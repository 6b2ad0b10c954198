import CommandSupport
import FacialFun
import FacialFunWire

extension PictureRecognizer {
    /// A baseline of pictures of a face at rest.
    ///
    /// - Returns: Nil where there is no picture.
    /// - Throws: ``CommandError`` with the picture and what is wrong with it.
    func baseline(of items: [InputItem]) throws(CommandError) -> Baseline? {
        guard !items.isEmpty else { return nil }
        var observations: [Observation] = []
        for item in items {
            do throws(CommandError) {
                observations.append(Observation(try recognition(of: item).report.judgement))
            } catch {
                throw Self.unfit(item, error.message)
            }
            if case .cannotJudge(let reason)? = observations.last {
                throw Self.unfit(item, reason.rawValue, reason.sentence)
            }
        }
        switch Baseline.made(of: observations) {
        case .baseline(let baseline): return baseline
        case .problem(let problem): throw Self.unfit(items[0], problem.code, problem.sentence)
        }
    }

    /// The error of a picture that makes no baseline.
    private static func unfit(_ item: InputItem, _ message: String) -> CommandError {
        CommandError(code: .unfitInput, message: "\(item.path.display): \(message)")
    }

    private static func unfit(
        _ item: InputItem, _ code: String, _ sentence: String
    ) -> CommandError {
        unfit(item, "It cannot serve as a baseline (\(code)). \(sentence)")
    }
}
