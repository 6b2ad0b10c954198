import CommandSupport
import FacialFun
import FacialFunWire

extension PictureRecognizer {
    /// Makes a baseline of pictures of a resting face.
    ///
    /// - Returns: nil without pictures.
    /// - Throws: ``CommandError`` with the picture and its problem.
    func baseline(of items: [InputItem]) throws(CommandError) -> Baseline? {
        guard !items.isEmpty else { return nil }
        var observations: [Observation] = []
        for item in items {
            do throws(CommandError) {
                observations.append(Observation(of: try recognition(of: item).report.faces))
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

    /// The error of a picture that is unsuitable for a baseline.
    private static func unfit(_ item: InputItem, _ message: String) -> CommandError {
        CommandError(code: .unfitInput, message: "\(item.path.display): \(message)")
    }

    private static func unfit(
        _ item: InputItem, _ code: String, _ sentence: String
    ) -> CommandError {
        unfit(item, "It cannot serve as a baseline (\(code)). \(sentence)")
    }
}
