import CommandSupport
import FacialFun
import FacialFunWire
import Films

/// The output of `--annotate FILE`: the scored frames with boxes, names and scores, and the sound
/// of the film.
///
/// An error is returned once; scoring continues without the film, which is deleted.
final class AnnotatedFilm {
    private enum State {
        case notBegun
        case writing(FilmWriter, OutputFile.Part)
        case failed
    }

    private let file: OutputFile
    private let container: FilmWriter.Container
    private var state = State.notBegun

    /// Checks that the film can be written.
    ///
    /// - Parameters:
    ///   - file: The output file.
    ///   - container: The format of the file.
    ///   - inputs: The input files, which it must not replace.
    /// - Throws: The reason why it cannot be written.
    init(
        _ file: OutputFile, container: FilmWriter.Container,
        sparing inputs: Set<InputWalker.FileIdentity>
    ) throws(CommandError) {
        guard !file.replaces(oneOf: inputs) else {
            throw CommandError(
                writing: "the annotated film",
                because: "it would replace the film that is scored. Name another file.")
        }
        (self.file, self.container) = (file, container)
    }

    deinit { if case .writing(_, let part) = state { part.discard() } }

    /// Adds a frame.
    ///
    /// - Parameters:
    ///   - frame: The recognized faces.
    ///   - film: The path of the input film.
    /// - Returns: The error if the film cannot be written; reported once.
    func add(_ frame: Recognition, of film: InputPath) -> CommandError? {
        if case .failed = state { return nil }
        guard let picture = frame.picture, let seconds = frame.report.time else { return nil }
        let drawn = Annotator.annotated(
            picture.image, toFull: picture.toFull, faces: frame.report.faces, enlargesAll: true)
        do throws(CommandError) {
            let writer = try writer(for: drawn, atSeconds: seconds, of: film)
            do throws(FacialFunError) {
                try writer.write(drawn, atSeconds: seconds)
            } catch {
                throw failure(error)
            }
            return nil
        } catch {
            abandon()
            return error
        }
    }

    /// Ends the film.
    ///
    /// - Returns: The error if it cannot be written.
    func finish() -> CommandError? {
        guard case .writing(let writer, let part) = state else { return nil }
        do throws(CommandError) {
            do throws(FacialFunError) {
                try writer.finish()
            } catch {
                throw failure(error)
            }
            try part.commit()
            state = .notBegun
            return nil
        } catch {
            abandon()
            return error
        }
    }

    private func writer(
        for frame: Image, atSeconds seconds: Double, of film: InputPath
    ) throws(CommandError) -> FilmWriter {
        if case .writing(let writer, _) = state { return writer }
        let part = try file.beginPart()
        do throws(FacialFunError) {
            let writer = try FilmWriter(
                path: part.path.bytes, container: container, sound: film.bytes,
                width: frame.width, height: frame.height, firstSeconds: seconds)
            state = .writing(writer, part)
            return writer
        } catch {
            part.discard()
            throw failure(error)
        }
    }

    private func failure(_ error: FacialFunError) -> CommandError {
        CommandError(writing: "the annotated film", because: error.description)
    }

    /// Deletes the incomplete film.
    private func abandon() {
        if case .writing(_, let part) = state { part.discard() }
        state = .failed
    }
}
