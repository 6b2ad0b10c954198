import CommandSupport
import FacialFun
import FacialFunWire

/// A film in a report: its people over time, each with the sharpest of their judgeable faces.
struct FilmReport {
    /// A face to show.
    private struct FaceView {
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
    private var bestViews: [Int: FaceView] = [:]

    /// A face replaces an earlier one if it is sharper by this factor.
    private static let gain = 1.1

    /// Creates the report of a film without frames.
    init(_ item: InputItem) {
        self.item = item
        timeline = FilmTimeline(path: item.path.text)
    }

    /// Adds the result of a frame.
    ///
    /// - Parameters:
    ///   - outcome: The record.
    ///   - recognition: The recognized faces with their picture; nil for a result of an earlier
    ///     run.
    mutating func add(_ outcome: InputOutcome, _ recognition: Recognition?) {
        switch outcome {
        case .failed(let report): timeline.add(report)
        case .scored(let report):
            timeline.add(report)
            for (index, face) in report.faces.enumerated() {
                guard let person = face.person, let frame = report.frame, face.judgeable,
                    face.quality.sharpness > (bestViews[person]?.sharpness ?? 0) * Self.gain
                else { continue }
                bestViews[person] = FaceView(
                    frame: frame, sharpness: face.quality.sharpness,
                    toImage: face.rectangle.toImage)
                faces[person] = recognition.flatMap { Thumbnail.jpeg(of: $0, face: index) }
            }
        }
    }

    /// Reads the film again for the faces that an interrupted run had found.
    mutating func findFaces(reading films: FilmScoring) {
        var missing = bestViews.filter { faces[$0.key] == nil }
        guard !missing.isEmpty, item.isFilm, var frames = try? films.frames(of: item) else {
            return
        }
        var number = 0
        // If the film no longer exists, the page lacks only its faces.
        while !missing.isEmpty, let frame = try? frames.next() {
            number += 1
            guard case .success(let (image, _)) = frame.picture else { continue }
            for (person, view) in missing where view.frame == number {
                faces[person] = Thumbnail.jpeg(of: FaceRectangle(of: image, toImage: view.toImage))
                missing[person] = nil
            }
        }
    }
}

/// Thumbnails of faces.
enum Thumbnail {
    /// Width and height in pixels, twice those on the page for high-resolution screens.
    static let side = 192

    /// The JPEG file of a face; nil if its picture is missing or cannot be encoded.
    static func jpeg(of found: Recognition, face index: Int) -> [UInt8]? {
        guard found.report.faces.indices.contains(index),
            let rectangle = found.rectangle(ofFace: index)
        else { return nil }
        return jpeg(of: rectangle)
    }

    /// The JPEG file of a face; nil if it cannot be encoded.
    static func jpeg(of rectangle: FaceRectangle) -> [UInt8]? {
        // An error only omits this face from the page.
        try? JPEGEncoder().encode(rectangle.image.resizedByArea(width: side, height: side))
    }
}
