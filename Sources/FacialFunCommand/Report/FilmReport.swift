import CommandSupport
import FacialFun
import FacialFunWire

/// A film in a report: its people over time, each with the sharpest of their faces that can be judged.
struct FilmReport {
    /// A face to show.
    private struct Look {
        let frame: Int
        let sharpness: Double
        let toImage: SimilarityTransform
    }

    /// The film.
    let item: InputItem
    /// The scores over time.
    private(set) var timeline: FilmTimeline
    /// A JPEG file of each person's face.
    private(set) var faces: [Int: [UInt8]] = [:]
    private var looks: [Int: Look] = [:]

    /// A face replaces an earlier one that is less sharp by so much.
    private static let gain = 1.1

    /// Makes the report of a film of which nothing has been seen.
    init(_ item: InputItem) {
        self.item = item
        timeline = FilmTimeline(path: item.path.text)
    }

    /// Takes what came of a frame.
    ///
    /// - Parameters:
    ///   - outcome: The record.
    ///   - recognition: What was recognized, with its picture; nil where an earlier run has done it.
    mutating func add(_ outcome: Outcome, _ recognition: Recognition?) {
        switch outcome {
        case .failed(let report): timeline.add(report)
        case .scored(let report):
            timeline.add(report)
            for (index, face) in report.faces.enumerated() {
                guard let person = face.person, let frame = report.frame, face.judgeable,
                    face.quality.sharpness > (looks[person]?.sharpness ?? 0) * Self.gain
                else { continue }
                looks[person] = Look(
                    frame: frame, sharpness: face.quality.sharpness,
                    toImage: face.rectangle.toImage)
                faces[person] = recognition.flatMap { Thumbnail.jpeg(of: $0, face: index) }
            }
        }
    }

    /// Reads the film again as far as faces are missing, which an earlier run has found.
    mutating func findFaces(reading films: FilmScoring) {
        var missing = looks.filter { faces[$0.key] == nil }
        guard !missing.isEmpty, item.isFilm, var frames = try? films.frames(of: item) else {
            return
        }
        var number = 0
        // A film that has gone since then only misses its faces.
        while !missing.isEmpty, let frame = try? frames.next() {
            number += 1
            guard case .success(let (image, _)) = frame.picture else { continue }
            for (person, look) in missing where look.frame == number {
                faces[person] = Thumbnail.jpeg(of: FaceRectangle(of: image, toImage: look.toImage))
                missing[person] = nil
            }
        }
    }
}

/// Small pictures of faces.
enum Thumbnail {
    /// Width and height in pixels: twice what the page shows, for dense screens.
    static let side = 192

    /// The JPEG file of a face; nil where its picture is not there or cannot be encoded.
    static func jpeg(of found: Recognition, face index: Int) -> [UInt8]? {
        guard found.report.faces.indices.contains(index),
            let rectangle = found.rectangle(ofFace: index)
        else { return nil }
        return jpeg(of: rectangle)
    }

    /// The JPEG file of a face; nil where it cannot be encoded.
    static func jpeg(of rectangle: FaceRectangle) -> [UInt8]? {
        // A page without one of its pictures is worth more than none.
        try? JPEGEncoder().encode(rectangle.image.resizedByArea(width: side, height: side))
    }
}
