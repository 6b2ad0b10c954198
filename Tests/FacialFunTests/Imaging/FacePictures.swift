import FacialFunWire
import Foundation
import TestSupport

@testable import FacialFun

/// The framing of the portraits.
private let oval = FaceOval(Framing(sideOverBoxWidth: 1.14, centreBelowEyes: 0.1))

extension Exposure {
    init(ofFace image: Image) { self.init(ofFace: image, in: oval) }
}

extension Sharpness {
    init(ofFace image: Image) { self.init(ofFace: image, in: oval) }
}

/// The two portraits among the sample pictures, cut as face rectangles, and edits of them.
enum FacePictures {
    /// A portrait and the positions of its eyes in pixels.
    struct Portrait: Sendable, CustomStringConvertible {
        let file: String
        let rightEye: Point
        let leftEye: Point

        var description: String { file }

        /// The map of the face rectangle: eyes at 0.32 and 0.68 of the width and 0.40 of the
        /// height.
        var toImage: SimilarityTransform {
            let scale = 1 / (0.363 * Double(FaceRectangle.side))
            let (a, b) = (
                (leftEye.x - rightEye.x) * scale, (leftEye.y - rightEye.y) * scale
            )
            let eyes = rightEye.midpoint(to: leftEye)
            let (x, y) = (0.5 * Double(FaceRectangle.side), 0.4 * Double(FaceRectangle.side))
            return SimilarityTransform(
                a: a, b: b, tx: eyes.x - (a * x - b * y), ty: eyes.y - (b * x + a * y))
        }

        /// The whole picture.
        func picture() throws -> Image {
            let path = "\(ModelsFolder.path)/../SampleFaces/\(file)"
            let data = try Data(contentsOf: URL(fileURLWithPath: path))
            return try ImageDecoder().decode([UInt8](data)).image
        }

        /// The face rectangle, by default at its own size.
        func face(side: Int = 200) throws -> Image {
            FaceRectangle(of: try picture(), toImage: toImage).image
                .resizedByArea(width: side, height: side)
        }
    }

    static let portraits = [
        Portrait(
            file: "collins.jpg", rightEye: Point(x: 204.1, y: 102.0),
            leftEye: Point(x: 247.1, y: 104.4)),
        Portrait(
            file: "hopper.jpg", rightEye: Point(x: 220.6, y: 193.5),
            leftEye: Point(x: 307.4, y: 188.6)),
    ]

    /// A uniformly gray picture.
    static func flat(_ gray: UInt8, side: Int = 100) -> Image {
        Image(width: side, height: side) { $0.update(repeating: gray) }
    }
}

extension Image {
    /// Replaces each byte by a function of its value and position.
    func changed(_ change: (_ value: Double, _ x: Int, _ y: Int) -> Double) -> Image {
        Image(width: width, height: height) { target in
            withPixels { source in
                for index in source.indices {
                    let (x, y) = (index / 3 % width, index / 3 / width)
                    let value = change(Double(source[index]), x, y).rounded()
                    target[index] = UInt8(min(max(value, 0), 255))
                }
            }
        }
    }

    /// Converted to gray and blurred by a Gaussian of this standard deviation in pixels.
    func blurred(_ sigma: Double) -> Image {
        let count = width * height
        var memory = [Float](repeating: 0, count: 3 * count)
        memory.withUnsafeMutableBufferPointer { memory in
            func part(_ index: Int) -> UnsafeMutableBufferPointer<Float> {
                UnsafeMutableBufferPointer(rebasing: memory[index * count..<(index + 1) * count])
            }
            let plane = GrayImage(width: width, height: height, values: part(0))
            let result = GrayImage(width: width, height: height, values: part(1))
            sampleGrayByArea(width: width, height: height, scale: 1, offset: 0, into: part(0))
            plane.blur(GrayImage.GaussianKernel(sigma), rows: part(2), into: result)
        }
        return Image(width: width, height: height) { target in
            for index in target.indices {
                target[index] = UInt8(min(max(memory[count + index / 3].rounded(), 0), 255))
            }
        }
    }

    /// With approximately normal noise of this standard deviation, the same every time.
    func noisy(_ deviation: Double) -> Image {
        var random = SeededGenerator(seed: 5)
        return changed { value, _, _ in
            // The sum of eight uniform bytes, each with a variance of 256² / 12.
            let bytes = random.next()
            var sum = 0.0
            for shift in stride(from: UInt64(0), to: 64, by: 8) {
                sum += Double(bytes >> shift & 255)
            }
            return value + deviation * (sum / 256 - 4 + 1 / 64) * 1.5.squareRoot()
        }
    }
}
