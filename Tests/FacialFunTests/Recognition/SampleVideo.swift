import FacialFun
import FacialFunWire
import Foundation
import TestSupport

/// Videos made from the sample pictures.
enum SampleVideo {
    /// A sample picture, decoded.
    static func picture(_ name: String) throws -> Image {
        let path = "\(ModelsFolder.path)/../SampleFaces/\(name)"
        let data = try Data(contentsOf: URL(fileURLWithPath: path))
        return try ImageDecoder().decode([UInt8](data)).image
    }

    /// A frame of 640×480 pixels that shows a picture at about its size, shifted and scaled.
    static func frame(of picture: Image, shift: Double = 0, zoom: Double = 1.4) -> Image {
        let scale = 1 / zoom
        return picture.warped(
            SimilarityTransform(
                a: scale, b: 0, tx: Double(picture.width) / 2 - 320 * scale + shift,
                ty: Double(picture.height) / 2 - 300 * scale),
            width: 640, height: 480)
    }
}
