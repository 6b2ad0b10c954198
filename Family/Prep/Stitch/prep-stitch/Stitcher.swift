import CStitching
import Foundation

/// A finished panorama.
struct Panorama {
    var jpeg: Data
    var report: Report

    /// The placement of every picture, as one JSON line for the program that started the worker.
    struct Report: Encodable {
        struct Picture: Encodable {
            var file: String
            var yaw: Double
            var pitch: Double
            var roll: Double
            /// Angle between recorded and refined orientation.
            var correction: Double
            /// 0 if only the recorded orientation supports the placement.
            var matches: Int
            /// Unit vectors (x right, y down, z forward) of 7×5 placed points.
            var grid: [Double]?
        }

        var event = "result"
        var width: Int
        var height: Int
        var fieldOfView: Double
        var medianErrorBefore: Double
        var medianErrorAfter: Double
        /// Share of the sphere that was photographed.
        ///
        /// The rest is filled smoothly.
        var coverage: Double
        var highestPitch: Double
        var lowestPitch: Double
        var pictures: [Picture]
    }
}

/// Stitches pictures with the C++ target.
///
/// Only this file uses its pointers.
final class Stitcher {
    /// The limit allows a phone's 50 megapixels, but not its interpolated modes.
    static let mostPixels: Int64 = 64_000_000

    private let width: Int
    private let listsGrid: Bool
    private let limits: ResourceLimits
    private let report: (String, Double) -> Void
    private var isOutOfTime = false

    /// Creates a stitcher.
    ///
    /// `listsGrid` adds the placed grid points to the result.
    init(
        width: Int, listsGrid: Bool, limits: ResourceLimits,
        report: @escaping (String, Double) -> Void
    ) {
        self.width = width
        self.listsGrid = listsGrid
        self.limits = limits
        self.report = report
    }

    func stitch(_ listed: [ListedPicture]) throws -> Panorama {
        let paths = listed.map { strdup($0.file) }
        defer { paths.forEach { free($0) } }
        var pictures: [family_stitching_picture] = []
        for (picture, path) in zip(listed, paths) {
            guard let path else { throw StitchingError.outOfMemory(limits.memoryMegabytes) }
            pictures.append(
                family_stitching_picture(
                    path: path, projection: picture.projection.native,
                    has_orientation: picture.hasOrientation, yaw: picture.yaw ?? 0,
                    pitch: picture.pitch ?? 0, roll: picture.roll ?? 0,
                    field_of_view: picture.fov ?? 0))
        }
        var placements = [family_stitching_placement](
            repeating: family_stitching_placement(), count: pictures.count)
        var result = family_stitching_result()
        let options = family_stitching_options(
            width: Int32(width), jpeg_quality: 88, max_pixels: Self.mostPixels)
        let status = withExtendedLifetime(self) {
            family_stitching_run(
                pictures, pictures.count, options,
                { context, stage, done in
                    guard let context else { return true }
                    return Unmanaged<Stitcher>.fromOpaque(context).takeUnretainedValue()
                        .continues(String(cString: stage), done)
                },
                Unmanaged.passUnretained(self).toOpaque(), &placements, &result)
        }
        defer { family_stitching_free(&result) }
        guard status == .ok, let bytes = result.jpeg else {
            throw error(for: status, result, listed)
        }
        let placed = zip(listed, placements).map { picture, placement in
            Panorama.Report.Picture(
                file: picture.file, yaw: placement.yaw, pitch: placement.pitch,
                roll: placement.roll, correction: placement.correction,
                matches: Int(placement.matches), grid: listsGrid ? numbers(placement.grid) : nil)
        }
        return Panorama(
            jpeg: Data(bytes: bytes, count: result.jpeg_size),
            report: Panorama.Report(
                width: width, height: width / 2, fieldOfView: result.field_of_view,
                medianErrorBefore: result.median_error_before,
                medianErrorAfter: result.median_error_after, coverage: result.coverage,
                highestPitch: result.highest_pitch, lowestPitch: result.lowest_pitch,
                pictures: placed))
    }

    /// The numbers of a C array, which Swift imports as a tuple.
    private func numbers(_ grid: some Any) -> [Double] {
        withUnsafeBytes(of: grid) { Array($0.bindMemory(to: Double.self)) }
    }

    private func continues(_ stage: String, _ done: Double) -> Bool {
        report(stage, done)
        isOutOfTime = limits.isOutOfTime
        return !isOutOfTime && !Interruption.isRequested
    }

    private func error(
        for status: family_stitching_status, _ result: family_stitching_result,
        _ listed: [ListedPicture]
    ) -> StitchingError {
        let index = Int(result.picture)
        let file = listed.indices.contains(index) ? listed[index].file : "a picture"
        let name = "\(file) (\(index + 1) of \(listed.count))"
        return switch status {
        case .out_of_memory: .outOfMemory(limits.memoryMegabytes)
        case .cancelled: isOutOfTime ? .outOfTime(limits.seconds) : .cancelled
        case .unreadable:
            .badPicture(file, "cannot open \(name); check that the file exists and is readable")
        case .not_a_picture:
            .badPicture(file, "\(name) is not a JPEG, PNG or WebP picture; convert or replace it")
        case .truncated:
            .badPicture(file, "\(name) ends too early; take or upload it again")
        case .too_large:
            .badPicture(
                file,
                "\(name) has \(result.pixels / 1_000_000) megapixels; reduce it to at most"
                    + " \(Self.mostPixels / 1_000_000)")
        case .too_small:
            .badPicture(file, "\(name) has fewer than 64 pixels in a direction; use a larger one")
        case .no_overlap:
            .badPicture(
                file,
                "\(name) has no orientation and shares nothing recognizable with the others;"
                    + " take another picture between them, or remove it")
        case .not_a_sphere:
            .badPicture(
                file,
                "\(name) is not twice as wide as tall, so it does not show a whole sphere; give its"
                    + " \"fov\", or photos that overlap")
        case .ok, .failed:
            .failed(
                withUnsafeBytes(of: result.message) { bytes in
                    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
                })
        }
    }
}

extension Optional<ListedPicture.Projection> {
    fileprivate var native: family_stitching_projection {
        switch self {
        case .equirectangular: .equirectangular
        case .cylindrical: .cylindrical
        case .perspective, nil: .perspective
        }
    }
}
