import FacialFun
import FacialFunWire
import Foundation
import TestSupport

/// The sample pictures, and defined damage to them.
enum SamplePictures {
    /// The bytes of a file.
    static func bytes(_ name: String) throws -> [UInt8] {
        let path = ModelsFolder.path + "/../SampleFaces/" + name
        return try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
    }

    /// The picture of a file.
    static func image(_ name: String) throws -> Image {
        try ImageDecoder(limits: .commandLine).decode(bytes(name)).image
    }

    /// The picture as a PNG file.
    static func png(_ image: Image) throws -> [UInt8] { try PNGEncoder().encode(image) }

    /// Changes the exposure by a number of stops, for a camera with a gamma of 2.2.
    static func lit(_ image: Image, stops: Double) -> Image {
        let factor = exp2(stops / 2.2)
        return mapped(image) { UInt8(min(max((Double($0) * factor).rounded(), 0), 255)) }
    }

    /// Blurs the picture by reducing it to a side in pixels and enlarging it again.
    static func blurred(_ image: Image, to side: Int) -> Image {
        image.resizedByArea(width: side, height: side)
            .resizedByArea(width: image.width, height: image.height)
    }

    /// The picture mirrored.
    static func mirrored(_ image: Image) -> Image {
        image.withPixels { pixels in
            Image(width: image.width, height: image.height) { target in
                for y in 0..<image.height {
                    for x in 0..<image.width {
                        let (to, from) = (
                            y * image.width + x, y * image.width + image.width - 1 - x
                        )
                        for channel in 0..<3 {
                            target[3 * to + channel] = pixels[3 * from + channel]
                        }
                    }
                }
            }
        }
    }

    private static func mapped(_ image: Image, _ change: (UInt8) -> UInt8) -> Image {
        image.withPixels { pixels in
            Image(width: image.width, height: image.height) { target in
                for index in target.indices { target[index] = change(pixels[index]) }
            }
        }
    }
}
