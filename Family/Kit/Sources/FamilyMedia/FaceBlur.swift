package import FacialFun
package import Foundation

/// A rectangle of directions in a panorama, in degrees.
package struct AngularRegion: Hashable, Codable, Sendable {
    package var yaw: Double
    package var pitch: Double
    package var width: Double
    package var height: Double

    package init(yaw: Double, pitch: Double, width: Double, height: Double) {
        self.yaw = yaw
        self.pitch = pitch
        self.width = width
        self.height = height
    }
}

/// Finds faces in a picture.
///
/// The server implements it with the scoring service.
package protocol FaceFinder: Sendable {
    /// The boxes of all faces of a JPEG, in pixels.
    ///
    /// - Throws: If the faces cannot be found at present.
    func faces(in jpeg: [UInt8]) async throws -> [FaceBox]
}

/// A face's box in pixels.
package struct FaceBox: Hashable, Sendable {
    package let x, y, width, height: Double

    package init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }
}

/// Irreversibly blurs the faces of an equirectangular picture.
package enum FaceBlur {
    /// The size of the blurred region as a multiple of the face's box.
    private static let margin = 1.5

    /// The regions of all faces.
    ///
    /// Faces that appear in several overlapping views are merged.
    package static func regions(
        in panorama: Image, finder: any FaceFinder, progress: @Sendable (Double) -> Void = { _ in }
    ) async throws -> [AngularRegion] {
        var regions: [AngularRegion] = []
        let views = PerspectiveView.overlapping
        for (number, view) in views.enumerated() {
            try Task.checkCancellation()
            let jpeg = try JPEGEncoder(quality: 88).encode(view.image(of: panorama))
            for box in try await finder.faces(in: jpeg) {
                let region = region(of: box, in: view)
                if let known = regions.firstIndex(where: { overlap($0, region) }) {
                    regions[known] = union(regions[known], region)
                } else {
                    regions.append(region)
                }
            }
            progress(Double(number + 1) / Double(views.count))
        }
        return regions
    }

    /// The region around a box of a view.
    static func region(of box: FaceBox, in view: PerspectiveView) -> AngularRegion {
        let centre = view.direction(x: box.x + box.width / 2, y: box.y + box.height / 2)
        let (halfWidth, halfHeight) = (box.width * margin / 2, box.height * margin / 2)
        var (across, up) = (0.0, 0.0)
        for (x, y) in [(-1.0, -1.0), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)] {
            let corner = view.direction(
                x: box.x + box.width / 2 + x * halfWidth, y: box.y + box.height / 2 + y * halfHeight
            )
            across = max(across, abs(PerspectiveView.wrapped(corner.yaw - centre.yaw)))
            up = max(up, abs(corner.pitch - centre.pitch))
        }
        return AngularRegion(
            yaw: centre.yaw, pitch: centre.pitch, width: min(360, 2 * across),
            height: min(180, 2 * up))
    }

    private static func overlap(_ a: AngularRegion, _ b: AngularRegion) -> Bool {
        abs(PerspectiveView.wrapped(a.yaw - b.yaw)) < (a.width + b.width) / 4
            && abs(a.pitch - b.pitch) < (a.height + b.height) / 4
    }

    /// The smallest region that contains both regions.
    private static func union(_ a: AngularRegion, _ b: AngularRegion) -> AngularRegion {
        let shift = PerspectiveView.wrapped(b.yaw - a.yaw)
        let left = min(-a.width / 2, shift - b.width / 2)
        let right = max(a.width / 2, shift + b.width / 2)
        let bottom = min(a.pitch - a.height / 2, b.pitch - b.height / 2)
        let top = max(a.pitch + a.height / 2, b.pitch + b.height / 2)
        return AngularRegion(
            yaw: PerspectiveView.wrapped(a.yaw + (left + right) / 2), pitch: (bottom + top) / 2,
            width: right - left, height: top - bottom)
    }

    /// The picture with each region replaced by 6×6 average colors, from which no face can be
    /// reconstructed.
    package static func blurred(_ panorama: Image, _ regions: [AngularRegion]) -> Image {
        let (width, height) = (panorama.width, panorama.height)
        return panorama.withPixels { pixels in
            Image(width: width, height: height) { output in
                _ = output.initialize(from: pixels)
                for region in regions {
                    let columns = max(6, Int((region.width / 360 * Double(width)).rounded(.up)))
                    let left =
                        Int(((region.yaw + 180 - region.width / 2) / 360 * Double(width)).rounded())
                    let top = max(
                        0, Int((90 - region.pitch - region.height / 2) / 180 * Double(height)))
                    let bottom = min(
                        height,
                        Int(
                            ((90 - region.pitch + region.height / 2) / 180 * Double(height))
                                .rounded(.up)))
                    guard bottom > top else { continue }
                    blur(output, width, left, min(columns, width), top, bottom - top)
                }
            }
        }
    }

    private static func blur(
        _ pixels: UnsafeMutableBufferPointer<UInt8>, _ width: Int, _ left: Int, _ columns: Int,
        _ top: Int, _ rows: Int
    ) {
        let cells = 6
        func index(_ x: Int, _ y: Int) -> Int {
            (((top + y) * width) + ((left + x) % width + width) % width) * 3
        }
        var sums = [Double](repeating: 0, count: cells * cells * 3)
        var counts = [Double](repeating: 0, count: cells * cells)
        for y in 0..<rows {
            for x in 0..<columns {
                let cell = y * cells / rows * cells + x * cells / columns
                counts[cell] += 1
                for channel in 0..<3 {
                    sums[cell * 3 + channel] += Double(pixels[index(x, y) + channel])
                }
            }
        }
        for cell in 0..<(cells * cells) where counts[cell] > 0 {
            for channel in 0..<3 { sums[cell * 3 + channel] /= counts[cell] }
        }
        func position(_ value: Int, _ count: Int) -> (Int, Int, Double) {
            let exact = (Double(value) + 0.5) / Double(count) * Double(cells) - 0.5
            let first = min(max(Int(exact.rounded(.down)), 0), cells - 1)
            return (first, min(first + 1, cells - 1), min(max(exact - Double(first), 0), 1))
        }
        for y in 0..<rows {
            let (above, below, b) = position(y, rows)
            for x in 0..<columns {
                let (before, after, a) = position(x, columns)
                for channel in 0..<3 {
                    func mean(_ row: Int, _ column: Int) -> Double {
                        sums[(row * cells + column) * 3 + channel]
                    }
                    let value =
                        (mean(above, before) * (1 - a) + mean(above, after) * a) * (1 - b)
                        + (mean(below, before) * (1 - a) + mean(below, after) * a) * b
                    pixels[index(x, y) + channel] = UInt8(min(max(value.rounded(), 0), 255))
                }
            }
        }
    }

    /// Whether a region shows a face that an adult confirmed as a family member's.
    ///
    /// If a picture is processed again, the box of a face may differ slightly, so only its center
    /// is compared.
    static func isConfirmed(_ region: AngularRegion, _ confirmed: [AngularRegion]) -> Bool {
        confirmed.contains { own in
            abs(PerspectiveView.wrapped(own.yaw - region.yaw)) < own.width / 4
                && abs(own.pitch - region.pitch) < own.height / 4
        }
    }

    /// Blurs the faces of a JPEG panorama in its file, except those in `confirmed` regions.
    ///
    /// - Returns: The blurred regions.
    /// - Throws: `faces_unavailable` if the service for finding faces is not available; the file is
    ///   then unchanged.
    package static func blur(
        _ file: URL, finder: any FaceFinder, except confirmed: [AngularRegion] = [],
        progress: @Sendable (Double) -> Void
    ) async throws -> [AngularRegion] {
        let bytes = [UInt8](try Data(contentsOf: file))
        let image = try ImageDecoder().decode(bytes).image
        let regions: [AngularRegion]
        do {
            regions = try await self.regions(in: image, finder: finder, progress: progress)
                .filter { !isConfirmed($0, confirmed) }
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            throw MediaError(
                "faces_unavailable",
                "The server cannot detect faces at present, so the picture was not stored. Try "
                    + "again later.")
        }
        guard !regions.isEmpty else { return [] }
        let blurred = try JPEGEncoder(quality: 90).encode(Self.blurred(image, regions))
        try Data(blurred).write(to: file)
        return regions
    }
}
