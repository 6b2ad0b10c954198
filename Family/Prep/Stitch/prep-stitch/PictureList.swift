import Foundation

/// A picture to stitch, as an entry of the list.
struct ListedPicture: Decodable, Equatable {
    enum Projection: String, Decodable {
        case perspective, equirectangular, cylindrical
    }

    var file: String
    var yaw: Double?
    var pitch: Double?
    var roll: Double?
    var fov: Double?
    var projection: Projection?

    /// Whether the orientation was recorded; a missing roll means upright.
    var hasOrientation: Bool { yaw != nil && pitch != nil }
}

/// The pictures of one panorama.
struct PictureList: Decodable {
    static let mostPictures = 120

    var pictures: [ListedPicture]

    /// Reads and checks a list; files become absolute paths.
    init(contentsOf url: URL) throws {
        let data: Data
        do {
            data = try Data(contentsOf: url)
        } catch {
            throw StitchingError.badList("cannot read \(url.path): \(error.localizedDescription)")
        }
        do {
            self = try JSONDecoder().decode(PictureList.self, from: data)
        } catch {
            throw StitchingError.badList(
                "\(url.path) is not a list of pictures; expected"
                    + #" {"pictures": [{"file": "1.jpg", "yaw": 0, "pitch": 0}]}"#)
        }
        let folder = url.deletingLastPathComponent()
        for index in pictures.indices {
            try check(pictures[index])
            pictures[index].file =
                URL(fileURLWithPath: pictures[index].file, relativeTo: folder).standardized.path
        }
        guard !pictures.isEmpty else { throw StitchingError.tooFew(0) }
        guard pictures.count <= Self.mostPictures else {
            throw StitchingError.badList(
                "\(pictures.count) pictures; stitch at most \(Self.mostPictures) at once")
        }
        guard pictures.count == 1, pictures[0].projection ?? .perspective == .perspective else {
            return
        }
        guard pictures[0].fov == nil, !pictures[0].hasOrientation else {
            throw StitchingError.tooFew(1)
        }
        // A single picture without recorded data must be a finished panorama.
        pictures[0].projection = .equirectangular
    }

    private func check(_ picture: ListedPicture) throws {
        let angles: [(String, Double?, ClosedRange<Double>)] = [
            ("yaw", picture.yaw, -720...720), ("pitch", picture.pitch, -90...90),
            ("roll", picture.roll, -360...360),
            (
                "fov", picture.fov,
                picture.projection ?? .perspective == .perspective
                    ? 10...140 : 10...360
            ),
        ]
        for (name, value, range) in angles {
            guard let value, !range.contains(value) else { continue }
            throw StitchingError.badList(
                "\(picture.file): \(name) is \(value) degrees; expected"
                    + " \(Int(range.lowerBound)) to \(Int(range.upperBound))")
        }
    }
}
