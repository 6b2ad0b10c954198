import FacialFun
import Foundation
import Testing

/// Runs the program on photos of a painted sphere. [PREP-N2]
@Suite(.serialized)
struct PrepStitchTests {
    private static let ring = Ring()

    @Test func photosArePlacedAtTheirOrientationAndCloseTheCircle() throws {
        let folder = try Folder(Self.ring.photos)
        let run = try folder.stitch()
        #expect(run.status == 0, "\(run.errors)")
        let result = try run.result()
        #expect(result.pictures.count == Ring.count)
        #expect(result.medianErrorAfter < 0.2)
        #expect(result.medianErrorBefore > 1)
        // Pictures cannot reveal a common rotation of the whole ring.
        let errors = zip(result.pictures, Self.ring.directions).map { placed, real in
            (yaw: difference(placed.yaw, real.yaw), pitch: placed.pitch - real.pitch)
        }
        let turn = errors.map(\.yaw).reduce(0, +) / Double(errors.count)
        for error in errors {
            #expect(abs(error.yaw - turn) < 0.4)
            #expect(abs(error.pitch) < 1.2)
        }
        #expect(abs(turn) < 1.5)
        #expect(abs(result.fieldOfView - 75) < 1)
        #expect(result.highestPitch < 45 && result.lowestPitch > -45)

        let panorama = try ImageDecoder().decode([UInt8](Data(contentsOf: folder.panorama))).image
        #expect(panorama.width == 1024 && panorama.height == 512)
        let atEdge = step(panorama, from: 1023, to: 0)
        let inside = (0..<1023).map { step(panorama, from: $0, to: $0 + 1) }
        let usual = inside.reduce(0, +) / Double(inside.count)
        let foreign = (0..<512).map { step(panorama, from: $0, to: $0 + 500) }.reduce(0, +) / 512
        #expect(foreign > 8 * usual, "columns that do not belong together differ by \(foreign)")
        #expect(atEdge < 5 * usual, "step \(atEdge) at the edge, usually \(usual)")
    }

    @Test func blankWallStaysAtItsRecordedOrientation() throws {
        var photos = Self.ring.photos
        photos[3].content = PaintedSphere.blank()
        let result = try Folder(photos).stitch().result()
        #expect(result.pictures.count == Ring.count)
        #expect(result.pictures[3].matches == 0)
        #expect(result.pictures[3].correction < 0.01)
        #expect(result.pictures[0].matches > 20)
    }

    @Test func stripesAreNotMatchedWithTheirOppositeEdges() throws {
        let sphere = PaintedSphere(stripes: 6)
        // Opposite edges are closer than the right ones: 2.5° instead of 3.5°.
        let photos = [0, 36].map { (yaw: Int) in
            Photo(
                name: "\(yaw).png", content: sphere.photo(yaw: Double(yaw), pitch: 0),
                yaw: Double(yaw) * 39.5 / 36, pitch: 0)
        }
        let placed = try Folder(photos).stitch().result().pictures
        let angle = difference(placed[1].yaw, placed[0].yaw)
        #expect(abs(angle - 36) < 0.5, "the photos are 36° apart, not \(angle)°")
    }

    @Test func damagedPictureIsReported() throws {
        for (content, text) in [
            (Self.ring.photos[5].content.prefix(9000), "ends too early"),
            (Data("no picture, but a text of some length".utf8), "is not a JPEG, PNG or WebP"),
        ] {
            var photos = Self.ring.photos
            photos[5].content = Data(content)
            let folder = try Folder(photos)
            let run = try folder.stitch()
            #expect(run.status == 1)
            #expect(run.errors.contains("5.png (6 of 8)") && run.errors.contains(text))
            #expect(try folder.containsNoPanorama())
        }
    }

    @Test func pictureOf100MegapixelsIsRejectedByItsHeader() throws {
        var photos = Self.ring.photos
        // Set width and height in the header to 10000.
        photos[2].content.replaceSubrange(16..<24, with: [0, 0, 0x27, 0x10, 0, 0, 0x27, 0x10])
        let run = try Folder(photos).stitch()
        #expect(run.status == 1)
        #expect(run.errors.contains("2.png (3 of 8) has 100 megapixels"))
    }

    @Test func photoWithoutOrientationAndOverlapIsReported() throws {
        var photos = Self.ring.photos
        photos[7] = Photo(name: "7.png", content: PaintedSphere.blank(), yaw: nil, pitch: nil)
        let run = try Folder(photos).stitch()
        #expect(run.status == 1)
        #expect(run.errors.contains("7.png (8 of 8) has no orientation"))
    }

    @Test func singlePhotoIsRejectedAndSinglePanoramaIsAccepted() throws {
        let one = try Folder(Array(Self.ring.photos.prefix(1))).stitch()
        #expect(one.status == 1 && one.errors.contains("one photo is too few"))

        let sphere = Ring.sphere.equirectangular()
        let whole = try Folder([Photo(name: "s.png", content: sphere, yaw: nil, pitch: nil)])
        let result = try whole.stitch().result()
        #expect(result.coverage > 0.99)

        let flat = Photo(name: "f.png", content: PaintedSphere.blank(), yaw: nil, pitch: nil)
        let run = try Folder([flat]).stitch()
        #expect(run.status == 1 && run.errors.contains("is not twice as wide as tall"))
    }

    @Test func memoryAndTimeLimitsStopTheWork() throws {
        let folder = try Folder(Self.ring.photos)
        let small = try folder.stitch("--memory-limit", "100")
        #expect(small.status == 1 && small.errors.contains("raise --memory-limit"))
        let short = try folder.stitch("--time-limit", "0.01")
        #expect(short.status == 1 && short.errors.contains("raise --time-limit"))
        #expect(try folder.containsNoPanorama())
    }

    @Test func terminationLeavesNothingBehind() throws {
        let folder = try Folder(Self.ring.photos)
        let running = try folder.start("--progress", "--width", "4096")
        // The first line of progress shows that the work has begun.
        let first = running.output.fileHandleForReading.availableData
        #expect(String(decoding: first, as: UTF8.self).contains("\"progress\""))
        running.process.terminate()
        let run = running.finish()
        #expect(run.status == 143)
        #expect(run.output.contains("canceled"))
        #expect(try folder.containsNoPanorama())
    }
}

/// Mean difference of two columns over the middle of a panorama.
private func step(_ image: Image, from left: Int, to right: Int) -> Double {
    image.withPixels { pixels in
        var sum = 0
        for row in image.height * 2 / 5..<image.height * 3 / 5 {
            for channel in 0..<3 {
                let a = Int(pixels[(row * image.width + left) * 3 + channel])
                let b = Int(pixels[(row * image.width + right) * 3 + channel])
                sum += abs(a - b)
            }
        }
        return Double(sum) / Double(image.height / 5 * 3)
    }
}

private func difference(_ a: Double, _ b: Double) -> Double {
    let turns = ((a - b) / 360).rounded()
    return a - b - turns * 360
}
