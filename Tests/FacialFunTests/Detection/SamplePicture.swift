import FacialFun
import Foundation
import TestSupport

#if canImport(Glibc)
    import Glibc
#endif

/// The sample pictures of the package.
enum SamplePicture {
    /// Decodes a sample picture.
    static func decoded(_ name: String) throws -> Image {
        let path = "\(ModelsFolder.path)/../SampleFaces/\(name)"
        let data = try Data(contentsOf: URL(fileURLWithPath: path))
        return try ImageDecoder().decode([UInt8](data)).image
    }
}

/// The C library's cosine.
func cosine(_ angle: Double) -> Double { cos(angle) }

/// The C library's sine.
func sine(_ angle: Double) -> Double { sin(angle) }
