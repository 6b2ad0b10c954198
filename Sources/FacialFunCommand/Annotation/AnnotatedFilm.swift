import CommandSupport
import FacialFun
import FacialFunWire
import Films

/// The film that `--annotate FILE` asks for: the frames that were scored, with boxes, names and scores, and
/// the sound of the film.
///
/// A failure is returned once; the scores continue without the film, of which nothing is left.
final class AnnotatedFilm {
    private enum State {
        case notBegun
        case writing(FilmWriter, OutputFile.Part)
        case failed
    }

    private let file: OutputFile
    private let container: FilmWriter.Container
    private var state = State.notBegun

    /// Sees whether the film can be written.
    ///
    /// - Parameters:
    ///   - file: Where it goes.
    ///   - container: The kind of the file.
    ///   - inputs: The files that are scored, of which it may replace none.
    /// - Throws: Why it would be written in vain.
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
    ///   - frame: What was found in it.
    ///   - film: The path of the film that it comes from.
    /// - Returns: Why the film cannot be written, where this frame shows that.
    func add(_ frame: Recognition, of film: InputPath) -> CommandError? {
        if case .failed = state { return nil }
        guard let picture = frame.picture, let seconds = frame.report.time else { return nil }
        let drawn = Annotator.annotated(
            picture.image, toFull: picture.toFull, faces: frame.report.faces, enlargesAll: true)
        do throws(CommandError) {
            let writer = try writer(for: drawn, atSeconds: seconds, of: film)
            do throws(FilmError) {
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
    /// - Returns: Why it cannot be written.
    func finish() -> CommandError? {
        guard case .writing(let writer, let part) = state else { return nil }
        do throws(CommandError) {
            do throws(FilmError) {
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
        do throws(FilmError) {
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

    private func failure(_ error: FilmError) -> CommandError {
        CommandError(writing: "the annotated film", because: error.description)
    }

    /// Removes what is there of the film.
    private func abandon() {
        if case .writing(_, let part) = state { part.discard() }
        state = .failed
    }
}
