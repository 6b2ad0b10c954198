import FacialFun
import FacialFunWire
import Foundation
import TestSupport

/// The boxes of faces in the manifest of SampleFaces.
struct SampleFaceBoxes: Decodable {
    private let samples: [Sample]

    private struct Sample: Decodable {
        let file: String
        let faces: [Face]
    }

    private struct Face: Decodable {
        let box: Box
    }

    private static let folder = ModelsFolder.path + "/../SampleFaces/"

    static func load() throws -> SampleFaceBoxes {
        let data = try Data(contentsOf: URL(fileURLWithPath: folder + "manifest.json"))
        return try JSONDecoder().decode(SampleFaceBoxes.self, from: data)
    }

    static func image(_ name: String) throws -> Image {
        let data = try Data(contentsOf: URL(fileURLWithPath: folder + name))
        return try ImageDecoder().decode([UInt8](data)).image
    }

    func largest(in name: String) throws -> Box {
        let faces = samples.first { $0.file == name }?.faces ?? []
        guard let face = faces.max(by: { $0.box.height < $1.box.height }) else {
            throw MissingFace(file: name)
        }
        return face.box
    }
}

/// A picture that lacks the required face.
struct MissingFace: Error, CustomStringConvertible {
    let file: String
    var description: String { "SampleFaces/manifest.json names no face in \(file)" }
}
