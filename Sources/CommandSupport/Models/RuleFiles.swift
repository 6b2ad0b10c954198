package import FacialFun
package import FacialFunWire

/// The files that verdicts need in addition to the networks: levels and hints.
package struct RuleFiles: Sendable {
    /// Maximum size of such a file in bytes.
    package static let maxBytes = 4_000_000

    /// Remedy for files that cannot be read.
    private static let whereFrom = """
        If the file belongs to the installed models, install them again. `facialfun doctor` has \
        details.
        """

    /// The path of the levels, for people.
    package let levelsPath: String
    /// The path of the hints, for people.
    package let hintsPath: String
    /// The thresholds.
    package let levels: LevelsFile
    /// Hints.
    package let hints: HintTable

    /// Reads both files.
    ///
    /// - Parameters:
    ///   - own: The user's own levels; nil for those of the models.
    ///   - directory: The folder of the networks.
    /// - Returns: The parsed files.
    /// - Throws: ``CommandError`` with the file, the line and the remedy.
    package static func load(own: InputPath?, directory: ModelDirectory) throws(CommandError)
        -> RuleFiles
    {
        let levelsPath = own ?? InputPath(directory.levelsFile)
        let hintsPath = InputPath(directory.hintsFile)
        return RuleFiles(
            levelsPath: levelsPath.display, hintsPath: hintsPath.display,
            levels: try levels(levelsPath), hints: try hints(hintsPath))
    }

    /// Reads a file of levels.
    ///
    /// - Throws: ``CommandError`` with the file, the line and the remedy.
    package static func levels(_ path: InputPath) throws(CommandError) -> LevelsFile {
        let bytes = try bytes(of: path)
        do throws(FacialFunError) {
            return try LevelsFile(bytes: bytes, file: path.display)
        } catch {
            throw CommandError(
                code: .unfit, message: RecognizerFactory.sentence(error.message) + " " + whereFrom)
        }
    }

    /// Reads the levels for a network's scores.
    ///
    /// - Parameters:
    ///   - own: The user's own file; nil for that of the models.
    ///   - recognizer: The pipeline with the network.
    ///   - shared: The folder of the networks.
    /// - Returns: The levels.
    /// - Throws: ``CommandError`` with the file, the line and the remedy.
    package static func levels(
        _ own: InputPath?, for recognizer: EmotionRecognizer, _ shared: SharedOptions
    ) throws(CommandError) -> LevelsFile {
        let path: InputPath
        if let own {
            path = own
        } else {
            path = InputPath(try directory(model: shared.model).levelsFile)
        }
        let levels = try levels(path)
        do throws(FacialFunError) {
            try levels.check(
                model: recognizer.model, judgingAt: recognizer.judgingPoint, file: path.display)
        } catch {
            throw CommandError(code: .unfit, message: error.message)
        }
        return levels
    }

    /// Reads a file of hints.
    ///
    /// - Throws: ``CommandError`` with the file, the line and the remedy.
    package static func hints(_ path: InputPath) throws(CommandError) -> HintTable {
        let bytes = try bytes(of: path)
        do throws(FacialFunError) {
            return try HintTable(bytes: bytes, file: path.display)
        } catch {
            throw CommandError(
                code: .unfit, message: RecognizerFactory.sentence(error.message) + " " + whereFrom)
        }
    }

    /// Checks that both files were made for a network's scores.
    ///
    /// - Throws: ``CommandError`` with the file and both networks.
    package func check(_ recognizer: EmotionRecognizer) throws(CommandError) {
        try check(model: recognizer.model, judgingAt: recognizer.judgingPoint)
    }

    /// The same check for recorded scores, which have the operating point of their levels.
    package func check(recordedBy model: ModelSummary) throws(CommandError) {
        try check(model: model, judgingAt: levels.operatingPoint)
    }

    private func check(model: ModelSummary, judgingAt point: OperatingPoint) throws(CommandError) {
        do throws(FacialFunError) {
            try levels.check(model: model, judgingAt: point, file: levelsPath)
            try hints.check(model: model, file: hintsPath)
        } catch {
            throw CommandError(code: .unfit, message: error.message)
        }
    }

    /// The folder of the networks.
    ///
    /// - Throws: ``CommandError`` if there is none.
    package static func directory(model: String?) throws(CommandError) -> ModelDirectory {
        do throws(FacialFunError) {
            return try ModelDirectory.locate(
                option: model, environment: Environment.ofProcess(),
                executablePath: Executable.path)
        } catch {
            throw CommandError(code: .unfit, message: RecognizerFactory.sentence(error.message))
        }
    }

    private static func bytes(of path: InputPath) throws(CommandError) -> [UInt8] {
        do throws(CommandError) {
            return try InputReader(maxBytes: maxBytes).read(.file(path))
        } catch {
            let remedy =
                error.code == .tooManyBytes
                ? "It is larger than \(maxBytes) bytes." : error.message
            throw CommandError(code: .unfit, message: "\(path.display): \(remedy) \(whereFrom)")
        }
    }
}
