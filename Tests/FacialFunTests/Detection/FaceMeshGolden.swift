import FacialFun
import FacialFunWire
import Foundation
import Testing
import TestSupport

/// Results of the original package for the sample pictures, recorded by
/// training/convert/record_face_mesh.py.
struct FaceMeshGolden: Decodable {
    let pictures: [Picture]

    /// A picture with one face, in the package's pixel coordinates.
    struct Picture: Decodable, Sendable, CustomTestStringConvertible {
        let file: String
        let box: [Double]
        let keypoints: [[Double]]
        let region: Region
        let points: [[Double]]

        var testDescription: String { file }

        struct Region: Decodable, Sendable {
            let centre: [Double]
            let side: Double
            let radians: Double
        }

        /// Decodes the picture.
        func image() throws -> Image { try SamplePicture.decoded(file) }

        /// The detection with its numbers unchanged.
        var detection: Face {
            let places = keypoints.map { Point(x: $0[0], y: $0[1]) }
            return Face(
                box: Box(x: box[0], y: box[1], width: box[2], height: box[3]),
                keypoints: FaceKeypoints(
                    rightEye: places[0], leftEye: places[1], noseTip: places[2],
                    mouthCentre: places[3], rightEar: places[4], leftEar: places[5]),
                confidence: 1)
        }

        /// The distance between the centers of the eyes, in pixels.
        var eyeDistance: Double {
            func eye(_ outer: Int, _ inner: Int) -> Point {
                Point(x: points[outer][0], y: points[outer][1])
                    .midpoint(to: Point(x: points[inner][0], y: points[inner][1]))
            }
            return eye(33, 133).distance(to: eye(263, 362))
        }
    }

    /// The recording.
    static let recorded = Result {
        let path = "\(ModelsFolder.path(of: "face-mesh"))/golden-path.json"
        return try JSONDecoder().decode(
            FaceMeshGolden.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
    }

    /// The recorded pictures; empty if the recording cannot be read, in which case a test fails.
    static var pictures: [Picture] { (try? recorded.get())?.pictures ?? [] }

    /// The network, shared by the tests.
    static let landmarker = Result {
        try FaceLandmarker(modelDirectory: ModelsFolder.path(of: "face-mesh"))
    }
}
