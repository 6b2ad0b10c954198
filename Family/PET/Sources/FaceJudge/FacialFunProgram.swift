public import Foundation

/// The program of the scoring service and the reason it was chosen.
public struct FacialFunProgram: Hashable, Sendable {
    /// The reason that a path was tried.
    public enum Origin: String, Sendable {
        /// `--facialfun` named it.
        case option
        /// `FAMILY_FACIALFUN` named it.
        case environment
        /// It is in the same folder as the game's program.
        case besideGame = "beside_game"
        /// It was built in the repository that the game was built from.
        case repository
        /// It is in a folder of `PATH`.
        case path
    }

    /// The path of the program.
    public let file: URL
    /// The reason that this path was tried.
    public let origin: Origin

    /// Finds the program.
    ///
    /// A path from the option or the environment is the only one tried, even if it does not work.
    ///
    /// - Parameters:
    /// - option: The value of `--facialfun`; nil without it.
    /// - environment: `FAMILY_FACIALFUN` and `PATH` are used.
    /// - game: The game's own program; nil if it is unknown.
    /// - repository: The repository that the game was built from.
    /// - Returns: The first executable program.
    /// - Throws: `away` with the reason `notFound`.
    public static func find(
        option: String? = nil,
        environment: [String: String] = ProcessInfo.processInfo.environment,
        game: URL? = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath(),
        repository: URL = FacialFunProgram.repository
    ) throws(FaceJudgeError) -> FacialFunProgram {
        if let option { return try named(option, .option, "--facialfun") }
        if let path = environment["FAMILY_FACIALFUN"], !path.isEmpty {
            return try named(path, .environment, "FAMILY_FACIALFUN")
        }
        var places: [(URL, Origin)] = []
        if let game {
            places.append(
                (game.deletingLastPathComponent().appending(path: "facialfun"), .besideGame))
        }
        for configuration in ["release", "debug"] {
            places.append(
                (repository.appending(path: ".build/\(configuration)/facialfun"), .repository))
        }
        for folder in (environment["PATH"] ?? "").split(separator: ":")
        where folder.hasPrefix("/") {
            places.append((URL(filePath: String(folder)).appending(path: "facialfun"), .path))
        }
        for (file, origin) in places where canStart(file) {
            return FacialFunProgram(file: file, origin: origin)
        }
        throw FaceJudgeError(
            JudgeAbsence(
                .notFound, "The program facialfun was not found.",
                remedy:
                    "Build it with `make build` in the repository, or set its path with "
                    + "--facialfun."
            ))
    }

    /// The repository whose package contains this file.
    ///
    /// In a build for other machines (`PACKAGED`), the path may not exist.
    public static var repository: URL {
        #if PACKAGED
            URL(filePath: "/usr/src/facialfun")
        #else
            URL(filePath: #filePath).resolvingSymlinksInPath()
                .deletingLastPathComponent().appending(path: "../../../..").standardizedFileURL
        #endif
    }

    private static func named(
        _ path: String, _ origin: Origin, _ who: String
    ) throws(FaceJudgeError) -> FacialFunProgram {
        let file = URL(filePath: path)
        guard canStart(file) else {
            throw FaceJudgeError(
                JudgeAbsence(
                    .notFound, "\(who) is \(path), which is not an executable program.",
                    remedy: "Set it to the path of facialfun, or omit it."))
        }
        return FacialFunProgram(file: file, origin: origin)
    }

    private static func canStart(_ file: URL) -> Bool {
        let path = file.path(percentEncoded: false)
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & mode_t(S_IFMT) == mode_t(S_IFREG)
            && access(path, X_OK) == 0
    }
}
