import CommandSupport
import EmotionRecognition
import Emotions
import FaceAnalysis
import FaceImaging
import FoundationEssentials
import NeuralNetwork

/// Measures the largest face of a picture; any number of threads may share it.
struct FaceMeasure: Sendable {
    /// The width in pixels of the smallest face that is looked for.
    private static let smallestFace = 40.0

    private let detector: FaceDetector
    private let landmarker: FaceLandmarker

    /// Loads the networks.
    ///
    /// - Throws: ``CommandError`` when one is missing or damaged.
    init(models: ModelDirectory) throws(CommandError) {
        do throws(NetworkError) {
            landmarker = try FaceLandmarker(modelDirectory: models.faceMesh)
            detector = try FaceDetector(
                modelDirectory: models.faceDetector, landmarker: landmarker)
        } catch {
            throw CommandError(code: .unfit, message: error.message)
        }
    }

    /// What is printed of one picture, with a line end.
    ///
    /// - Throws: ``CommandError`` when the decoder refuses it.
    func line(of bytes: [UInt8], at path: InputPath) throws(CommandError) -> String {
        let image: Image
        do throws(ImageError) {
            image = try ImageDecoder().decode(bytes).image
        } catch {
            throw CommandError(error)
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        do {
            let text = try encoder.encode(measured(image, name: Self.name(of: path)))
            return String(decoding: text, as: UTF8.self) + "\n"
        } catch {
            // JSON has no word for it.
            throw CommandError(code: .unfitInput, message: "A figure of it is not finite.")
        }
    }

    private func measured(_ image: Image, name: String) -> MeasuredFace {
        var line = MeasuredFace(name: name)
        guard let face = detector.detect(in: image, smallestFace: Self.smallestFace).first else {
            return line
        }
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

    /// The file's name without its ending.
    private static func name(of path: InputPath) -> String {
        let name = String(decoding: path.components.last ?? [], as: UTF8.self)
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name }
        return String(name[..<dot])
    }
}

/// What is printed about a picture; without a face its name alone.
private struct MeasuredFace: Encodable {
    let name: String
    /// 468 times x, y, z; empty without a face.
    var points: [[Double]] = []
    /// Yaw, pitch and roll in degrees.
    var pose: [Double]?
    /// The geometric features by name.
    var features: [String: Double] = [:]

    init(name: String) { self.name = name }
}
