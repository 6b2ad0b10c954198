import FacialFun
import Foundation
import Synchronization
import Testing

@testable import FamilyMedia

struct FaceBlurTests {
    /// Finds "faces" that are red discs.
    private struct RedFinder: FaceFinder {
        func faces(in jpeg: [UInt8]) throws -> [FaceBox] {
            let image = try ImageDecoder().decode(jpeg).image
            return image.withPixels { pixels in
                var (left, right, top, bottom) = (Int.max, -1, Int.max, -1)
                for at in 0..<(image.width * image.height)
                where pixels[at * 3] > 180 && pixels[at * 3 + 1] < 90 {
                    let (x, y) = (at % image.width, at / image.width)
                    (left, right) = (min(left, x), max(right, x))
                    (top, bottom) = (min(top, y), max(bottom, y))
                }
                guard right - left > 8 else { return [] }
                return [
                    FaceBox(
                        x: Double(left), y: Double(top), width: Double(right - left + 1),
                        height: Double(bottom - top + 1))
                ]
            }
        }
    }

    private struct NoFinder: FaceFinder {
        struct Away: Error {}
        func faces(in jpeg: [UInt8]) throws -> [FaceBox] { throw Away() }
    }

    /// A gray sphere with red discs of 6° around the given directions.
    private func sphere(_ discs: [(yaw: Double, pitch: Double)]) -> Image {
        Image(width: 1024, height: 512) { pixels in
            for y in 0..<512 {
                for x in 0..<1024 {
                    let yaw = (Double(x) + 0.5) / 1024 * 360 - 180
                    let pitch = 90 - (Double(y) + 0.5) / 512 * 180
                    let isRed = discs.contains { disc in
                        let across =
                            PerspectiveView.wrapped(yaw - disc.yaw) * cos(disc.pitch * .pi / 180)
                        return across * across + (pitch - disc.pitch) * (pitch - disc.pitch) < 36
                    }
                    pixels[(y * 1024 + x) * 3] = isRed ? 230 : 128
                    pixels[(y * 1024 + x) * 3 + 1] = isRed ? 20 : 128
                    pixels[(y * 1024 + x) * 3 + 2] = isRed ? 20 : 128
                }
            }
        }
    }

    @Test func viewPointsMapToTheCorrectDirections() {
        let view = PerspectiveView(yaw: 90, pitch: 35, fieldOfView: 90, side: 100)
        let centre = view.direction(x: 50, y: 50)
        #expect(abs(centre.yaw - 90) < 1e-9 && abs(centre.pitch - 35) < 1e-9)
        let level = PerspectiveView(yaw: 170, pitch: 0, fieldOfView: 90, side: 100)
        #expect(abs(level.direction(x: 100, y: 50).yaw + 145) < 1e-9)
        #expect(abs(level.direction(x: 50, y: 0).pitch - 45) < 1e-9)
    }

    @Test func eachFaceIsFoundOnceEvenAcrossTheSeam() async throws {
        let discs = [(yaw: 20.0, pitch: 5.0), (yaw: 179, pitch: -10), (yaw: -100, pitch: 40)]
        let regions = try await FaceBlur.regions(in: sphere(discs), finder: RedFinder())
        #expect(regions.count == 3)
        for disc in discs {
            let region = try #require(
                regions.first {
                    abs(PerspectiveView.wrapped($0.yaw - disc.yaw)) < 4
                        && abs($0.pitch - disc.pitch) < 4
                })
            #expect(region.height >= 12 && region.height < 40)
            #expect(region.width >= 12 && region.width < 60)
        }
    }

    @Test func blurringReplacesOnlyTheFace() async throws {
        let image = sphere([(yaw: 180, pitch: 0)])
        let regions = try await FaceBlur.regions(in: image, finder: RedFinder())
        let blurred = FaceBlur.blurred(image, regions)
        #expect(
            try RedFinder().faces(
                in: JPEGEncoder().encode(PerspectiveView(yaw: 180, pitch: 0).image(of: image))
            ).count == 1)
        let after = PerspectiveView(yaw: 180, pitch: 0).image(of: blurred)
        let edges = after.withPixels { pixels in
            let row = (0..<640).map { Int(pixels[(320 * 640 + $0) * 3]) }
            return zip(row, row.dropFirst()).map { abs($0 - $1) }
        }
        // The disc's edge is gone: colors change slowly.
        #expect((edges.max() ?? 255) < 30)
        image.withPixels { old in
            blurred.withPixels { new in
                var columns: Set<Int> = []
                for at in 0..<(1024 * 512) where old[at * 3] != new[at * 3] {
                    columns.insert(at % 1024)
                }
                #expect(!columns.isEmpty)
                // The seam is at 180°, and 20° are 57 columns.
                #expect(columns.allSatisfy { $0 < 57 || $0 >= 1024 - 57 })
            }
        }
    }

    @Test func confirmedFacesOfTheFamilyStayAndOtherFacesAreBlurred() async throws {
        let house = try MediaHouse()
        let file = house.store.folder.work.appending(path: "test/panorama.jpg")
        let (own, other) = (178.0, 40.0)
        try Data(JPEGEncoder().encode(sphere([(own, 0), (other, 10)]))).write(to: file)
        // The region of an earlier run is slightly different, and on the other side of the seam.
        let confirmed = AngularRegion(yaw: -179, pitch: 1, width: 18, height: 18)
        let blurred = try await FaceBlur.blur(file, finder: RedFinder(), except: [confirmed]) { _ in
        }
        #expect(blurred.count == 1 && abs((blurred.first?.yaw ?? 0) - other) < 4)
        let image = try ImageDecoder().decode([UInt8](Data(contentsOf: file))).image
        // The center of a red disc stays red, so a difference from the first picture shows the
        // blur.
        let upload = try JPEGEncoder().encode(sphere([(own, 0), (other, 10)]))
        let changed = try ImageDecoder().decode(upload).image.withPixels { old in
            image.withPixels { new in
                (0..<(1024 * 512)).filter { abs(Int(old[$0 * 3]) - Int(new[$0 * 3])) > 40 }
            }
        }
        #expect(!changed.isEmpty)
        #expect(
            changed.allSatisfy { at in
                let yaw = (Double(at % 1024) + 0.5) / 1024 * 360 - 180
                return abs(PerspectiveView.wrapped(yaw - other)) < 14
            })
    }

    @Test func nothingIsStoredWithoutAFaceDetector() async throws {
        let house = try MediaHouse()
        let file = house.store.folder.work.appending(path: "test/panorama.jpg")
        let data = Data(try JPEGEncoder().encode(sphere([])))
        try data.write(to: file)
        let error = await #expect(throws: MediaError.self) {
            _ = try await FaceBlur.blur(file, finder: NoFinder()) { _ in }
        }
        #expect(error?.code == "faces_unavailable")
        #expect(try Data(contentsOf: file) == data)
    }
}
