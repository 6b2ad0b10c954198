import ArgumentParser
import FaceJudge
import Foundation
import Logging

/// The choice of the scoring service.
struct ScoringOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The program facialfun, which the game starts.",
            discussion: """
                Default: $FAMILY_FACIALFUN, else next to this program, else in the repository that \
                it was built from, else in PATH.
                """, valueName: "path"))
    var facialfun: String?

    @Option(
        help: ArgumentHelp(
            "Use the service at this socket.",
            discussion: "If repeated, requests go to the least busy service.", valueName: "path")
    )
    var scoringSocket: [String] = []

    @Option(
        help: ArgumentHelp(
            "Play Facial Fun with this machine's camera instead of the browser's.",
            discussion: """
                For a kiosk whose browser has no camera. `facialfun cameras` lists the names. Other \
                devices use their own.
                """, valueName: "name"))
    var camera: String?

    @Flag(help: "Play without the scoring service: everything except Facial Fun.")
    var noScoring = false

    func validate() throws {
        let chosen = [facialfun != nil, !scoringSocket.isEmpty, noScoring].filter(\.self).count
        guard chosen <= 1 else {
            throw ValidationError(
                "--facialfun, --scoring-socket and --no-scoring exclude each other.")
        }
        guard camera == nil || (scoringSocket.isEmpty && !noScoring) else {
            throw ValidationError(
                "--camera applies to the service that the game starts itself: omit "
                    + "--scoring-socket and --no-scoring.")
        }
    }

    /// The configured scoring service.
    ///
    /// If its program is missing, the game runs without it.
    func judge(logger: Logger) throws -> FaceJudge {
        if noScoring { return FaceJudge() }
        if !scoringSocket.isEmpty { return FaceJudge(sockets: scoringSocket, logger: logger) }
        do throws(FaceJudgeError) {
            let program = try FacialFunProgram.find(option: facialfun)
            return try FaceJudge(program: program.file, camera: camera, logger: logger)
        } catch {
            // A missing program is an error only if its path was given.
            if facialfun != nil { throw error }
            logger.warning("\(error.message) The game plays without Facial Fun.")
            return FaceJudge(
                without: error.absence
                    ?? JudgeAbsence(
                        .cannotStart, error.message, remedy: "Run `facialfun-family doctor`."))
        }
    }
}
