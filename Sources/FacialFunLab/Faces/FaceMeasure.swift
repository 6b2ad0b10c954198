import CommandSupport
import FacialFun
import FacialFunWire
import NeuralNetwork

/// Measures the largest face of a picture; any number of threads may share it.
struct FaceMeasure: Sendable {
    /// Minimum width of a face in pixels.
    private static let smallestFace = 40.0

    private let detector: FaceDetector
    private let landmarker: FaceLandmarker

    /// Loads the networks.
    ///
    /// - Throws: ``CommandError`` if one is missing or damaged.
    init(models: ModelDirectory) throws(CommandError) {
        do throws(NetworkError) {
            landmarker = try FaceLandmarker(modelDirectory: models.faceMesh)
            detector = try FaceDetector(
                modelDirectory: models.faceDetector, landmarker: landmarker)
        } catch {
            throw CommandError(code: .unfit, message: error.message)
        }
    }

    /// Output line for one picture, including the newline.
    ///
    /// - Throws: ``CommandError`` if the decoder rejects it.
    func line(of bytes: [UInt8], at path: InputPath) throws(CommandError) -> String {
        let image: Image
        let found: Face?
        do throws(FacialFunError) {
            image = try ImageDecoder().decode(bytes).image
            found = try detector.detect(in: image, smallestFace: Self.smallestFace).first
        } catch {
            throw CommandError(error)
        }
        let name = JSONValue.string(Self.name(of: path))
        guard let face = found else {
            let none = [("features", JSONValue.object([])), ("name", name), ("points", .array([]))]
            return JSONValue.object(none).compactText + "\n"
        }
        let mesh = landmarker.mesh(in: image, face: face)
        let features = GeometricFeatures(of: mesh)
        let pose = HeadPose(of: mesh).map { [$0.yaw, $0.pitch, $0.roll] }
        let known = GeometricFeature.allCases.compactMap { feature in
            features.map { (feature.rawValue, $0[feature]) }
        }
        let points = mesh.points.map { [$0.x, $0.y, $0.z] }
        guard (points + [pose ?? [], known.map(\.1)]).joined().allSatisfy(\.isFinite) else {
            // JSON has no representation of a non-finite number.
            throw CommandError(code: .unfitInput, message: "A figure of it is not finite.")
        }
        func list(_ values: [Double]) -> JSONValue { .array(values.map { .number($0) }) }
        return JSONValue.object(
            [
                ("features", .object(known.map { ($0.0, .number($0.1)) })), ("name", name),
                ("points", .array(points.map(list))),
            ] + (pose.map { [("pose", list($0))] } ?? [])
        ).compactText + "\n"
    }

    /// The file's name without its extension.
    private static func name(of path: InputPath) -> String {
        let name = String(decoding: path.components.last ?? [], as: UTF8.self)
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name }
        return String(name[..<dot])
    }
}
