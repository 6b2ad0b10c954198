import CommandSupport
import FacialFun
import FacialFunWire

/// The faces of a fit, and counts of the other pictures.
struct FitMaterial {
    /// Minimum number of faces of a class.
    static let minFaces = 20

    /// The names of the classes.
    let names: [String]
    /// The judgeable faces.
    var faces: [FitFace] = []
    /// The number of pictures of each class.
    var pictures: [Int]
    /// The number of pictures of each class without a face.
    var withoutFace: [Int]
    /// The number of pictures of each class with a face that cannot be judged.
    var refused: [Int]
    /// The number of pictures that could not be read.
    var unreadable = 0
    /// Whether all faces are of one person, so that no person can be held out.
    var isOfOnePerson = false

    /// Creates the material without pictures.
    init(names: [String]) {
        self.names = names
        pictures = [Int](repeating: 0, count: names.count)
        (withoutFace, refused) = (pictures, pictures)
    }

    /// The number of faces of each class.
    var counts: [Int] {
        faces.reduce(into: [Int](repeating: 0, count: names.count)) { $0[$1.label] += 1 }
    }

    /// The number of people; nil if some are unknown.
    var people: Int? {
        let known = faces.compactMap(\.person)
        return known.count == faces.count ? Set(known.map { UTF8Key($0) }).count : nil
    }

    /// Checks that each class has enough faces.
    ///
    /// - Throws: ``CommandError`` with each class that has too few.
    func check(_ source: InputPath) throws(CommandError) {
        let counts = counts
        let few = names.indices.filter { counts[$0] < Self.minFaces }
        guard let first = few.first else { return }
        let named = few.map { index in
            let lost = [
                (withoutFace[index], "without a face"), (refused[index], "that cannot be judged"),
            ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
            return "\(SafeText.escaped(names[index])) has \(counts[index])"
                + (lost.isEmpty ? "" : " (\(lost.joined(separator: ", ")) left out)")
        }
        let remedy =
            withoutFace[first] > counts[first]
            ? " If the pictures are already cropped to the face, add --crops." : ""
        throw CommandError(
            code: .labels,
            message:
                "\(source.display): each class needs \(Self.minFaces) faces that can be judged: "
                + named.joined(separator: ", ") + ". Add pictures, or leave the class out." + remedy
        )
    }
}

/// Finds and embeds the faces of a fit.
struct FitRun {
    private enum Finding: Sendable {
        case face([Float])
        case noFace
        case refused
        case unreadable(String)
    }

    /// The pictures.
    let folders: ClassFolders
    /// Finds faces and embeds them.
    let pipeline: ScoringPipeline
    /// The number of threads.
    let jobs: Int
    /// The style of standard error.
    let errorStyle: TerminalStyle

    /// Embeds all faces; names the pictures that cannot be read on standard error.
    func material() throws(CommandError) -> FitMaterial {
        var material = FitMaterial(names: folders.names)
        let reader = InputReader(maxBytes: DecodeLimits.commandLine.maxFileBytes)
        let pipeline = pipeline
        try PictureRunner(
            pictures: folders.pictures, jobs: jobs, errorStyle: errorStyle
        ).run(
            { picture in (picture, Self.finding(in: picture, reader, pipeline)) },
            printsErrors: { if case .unreadable = $0.1 { true } else { false } }
        ) { (outcome) throws(CommandError) in
            let (picture, finding) = outcome
            material.pictures[picture.label] += 1
            switch finding {
            case .face(let embedding):
                material.faces.append(
                    FitFace(embedding: embedding, label: picture.label, person: picture.person))
            case .noFace: material.withoutFace[picture.label] += 1
            case .refused: material.refused[picture.label] += 1
            case .unreadable(let message):
                material.unreadable += 1
                Diagnostic(subject: picture.item.path.display, message: message)
                    .print(style: errorStyle)
            }
        }
        if material.people == 1 {
            material.isOfOnePerson = true
            material.faces = material.faces.map {
                FitFace(embedding: $0.embedding, label: $0.label, person: nil)
            }
        }
        return material
    }

    private static func finding(
        in picture: ClassFolders.Picture, _ reader: InputReader, _ pipeline: ScoringPipeline
    ) -> Finding {
        do throws(CommandError) {
            let bytes = try reader.read(picture.item)
            let found: (embedding: [Float]?, refusal: CannotJudgeReason?)
            do throws(FacialFunError) {
                found = try pipeline.embedding(bytes)
            } catch {
                throw CommandError(error)
            }
            guard let embedding = found.embedding else { return .noFace }
            return found.refusal == nil ? .face(embedding) : .refused
        } catch {
            return .unreadable(error.message)
        }
    }
}
