import ArgumentParser
import FaceJudge
import Foundation
import Logging

/// Which service judges faces.
struct ScoringOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The program facialfun, which the game starts.",
            discussion: """
                Without it $FAMILY_FACIALFUN, else beside this program, else in the repository that \
                it was built from, else in PATH.
                """, valueName: "path"))
    var facialfun: String?

    @Option(
        help: ArgumentHelp(
            "Use the service that listens there.",
            discussion: "Given more than once, the least busy of them is asked.", valueName: "path")
    )
    var scoringSocket: [String] = []

    @Option(
        help: ArgumentHelp(
            "Play Facial Fun before a camera of this machine, without the browser's.",
            discussion: """
                For a kiosk whose browser has none. `facialfun cameras` lists the names. Other \
                devices use their own.
                """, valueName: "name"))
    var camera: String?

    @Flag(help: "Play without judging faces: all but Facial Fun.")
    var noScoring = false

    func validate() throws {
        let chosen = [facialfun != nil, !scoringSocket.isEmpty, noScoring].filter(\.self).count
        guard chosen <= 1 else {
            throw ValidationError(
                "--facialfun, --scoring-socket and --no-scoring exclude each other.")
        }
        guard camera == nil || (scoringSocket.isEmpty && !noScoring) else {
            throw ValidationError(
                "--camera is for the service that the game starts itself: leave --scoring-socket and "
                    + "--no-scoring out.")
        }
    }

    /// The judge that was asked for; without its program the game plays on without it.
    func judge(logger: Logger) throws -> FaceJudge {
        if noScoring { return FaceJudge() }
        if !scoringSocket.isEmpty { return FaceJudge(sockets: scoringSocket, logger: logger) }
        do throws(FaceJudgeError) {
            let program = try FacialFunProgram.find(option: facialfun)
            return try FaceJudge(program: program.file, camera: camera, logger: logger)
        } catch {
            // What a person named and is not there is a mistake; what nobody named is missing.
            if facialfun != nil { throw error }
            logger.warning("\(error.message) The game plays without Facial Fun.")
            return FaceJudge(
                without: error.absence
                    ?? JudgeAbsence(
                        .cannotStart, error.message, remedy: "Run `facialfun-family doctor`."))
        }
    }
}
