import CommandSupport
import FacialFun
import FacialFunServer
import FacialFunWire
import Glibc

/// The levels and hints of a service: the user's own, those of the models, or none.
enum ServiceRules {
    /// Reads them.
    ///
    /// An installation without levels for its network can still score, and reports that it does not
    /// judge. Damaged files, and a user's own files that do not fit, are errors.
    ///
    /// - Parameters:
    ///   - own: The user's own levels.
    ///   - directory: The folder of the networks.
    ///   - recognizer: The pipeline with the emotion network.
    /// - Returns: The rules; nil if there are none.
    /// - Throws: ``CommandError`` with the file, the line and the remedy.
    static func load(
        own: InputPath?, directory: ModelDirectory, recognizer: EmotionRecognizer
    ) throws(CommandError) -> GameRules? {
        guard own != nil || isThere(directory.levelsFile) else { return nil }
        let path = own ?? InputPath(directory.levelsFile)
        let levels = try RuleFiles.levels(path)
        let hints =
            isThere(directory.hintsFile)
            ? try RuleFiles.hints(InputPath(directory.hintsFile)) : nil
        do throws(FacialFunError) {
            try levels.check(
                model: recognizer.model, judgingAt: recognizer.judgingPoint, file: path.display)
            try hints?.check(model: recognizer.model, file: directory.hintsFile)
        } catch {
            guard own == nil else { throw CommandError(code: .unfit, message: error.message) }
            StandardStreams.emitDiagnostic("facialfun: \(SafeText.oneLine(error.message))\n")
            return nil
        }
        return GameRules(levels: levels, hints: hints)
    }

    private static func isThere(_ path: String) -> Bool { access(path, F_OK) == 0 }
}
