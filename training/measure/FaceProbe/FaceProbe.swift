import Emotions
import FaceAnalysis
import FaceImaging
import Foundation

/// `FaceProbe MODELS FOLDER`.
///
/// Prints one line of JSON for each PNG or JPEG of the folder, in the order of
/// their names, about its largest face: what a report says of it, and the points of its mesh, which no
/// report has.
@main struct FaceProbe {
    let detector: FaceDetector
    let landmarker: FaceLandmarker

    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 3 else {
            FileHandle.standardError.write(Data("usage: FaceProbe MODELS FOLDER\n".utf8))
            exit(64)
        }
        let probe = try FaceProbe(models: arguments[1])
        let folder = URL(fileURLWithPath: arguments[2], isDirectory: true)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        for file in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        where file.hasSuffix(".png") || file.hasSuffix(".jpg") {
            let line = try probe.look(at: folder.appendingPathComponent(file))
            FileHandle.standardOutput.write(try encoder.encode(line) + Data("\n".utf8))
        }
    }

    init(models: String) throws {
        detector = try FaceDetector(modelDirectory: "\(models)/face-detector")
        landmarker = try FaceLandmarker(modelDirectory: "\(models)/face-mesh")
    }

    /// What is seen in one picture; without a face only its name.
    func look(at file: URL) throws -> ProbeLine {
        let image = try ImageDecoder().decode([UInt8](Data(contentsOf: file))).image
        var line = ProbeLine(name: file.deletingPathExtension().lastPathComponent)
        guard let face = detector.detect(in: image, smallestFace: 40).first else { return line }
        let mesh = landmarker.mesh(in: image, face: face)
        line.points = mesh.points.map { [$0.x, $0.y, $0.z] }
        if let pose = HeadPose(of: mesh) { line.pose = [pose.yaw, pose.pitch, pose.roll] }
        if let features = GeometricFeatures(of: mesh) {
            for feature in GeometricFeature.allCases {
                line.features[feature.rawValue] = features[feature]
            }
        }
        return line
    }
}

/// What is printed about a picture.
struct ProbeLine: Encodable {
    /// The file's name without its ending.
    let name: String
    /// 468 times x, y, z; empty without a face.
    var points: [[Double]] = []
    /// Yaw, pitch and roll in degrees.
    var pose: [Double]?
    /// The geometric features by name.
    var features: [String: Double] = [:]

    init(name: String) { self.name = name }
}
