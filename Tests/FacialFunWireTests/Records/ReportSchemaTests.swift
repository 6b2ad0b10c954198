import FacialFunWire
import Foundation
import Testing
import TestSupport

struct ReportSchemaTests {
    private let schema: JSONSchema
    private let document: JSONDocument

    init() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let file = root.appendingPathComponent(
            "Sources/FacialFunWire/Records/image-report.schema.json")
        document = try JSONDocument(parsing: Data(contentsOf: file))
        schema = JSONSchema(document)
    }

    private static let face = SampleFace.report()

    private func report(faces: [FaceReport]) -> ImageReport {
        ImageReport(
            path: "a.jpg",
            image: ImageSummary(width: 640, height: 480, format: "jpeg", orientation: 1),
            smallestFace: 40, faces: faces, milliseconds: StageMilliseconds(total: 3),
            model: ModelSummary(name: "emotion", version: "1"))
    }

    private func json(_ value: JSONValue) throws -> JSONDocument {
        try JSONDocument(parsing: Data(value.compactText.utf8))
    }

    @Test("a report with faces, one without, and a failure all conform to the schema")
    func fits() throws {
        let failure = FailureReport(
            path: "-", error: FailureReport.Reason(code: "not_found", message: "It is gone."))
        #expect(schema.faults(of: try json(report(faces: [Self.face, Self.face]).json)) == [])
        #expect(schema.faults(of: try json(report(faces: []).json)) == [])
        var unjudgeable = Self.face
        unjudgeable.reasons = CannotJudgeReason.allCases.filter {
            $0 != .noFace && $0 != .severalFaces
        }
        unjudgeable.features = nil
        unjudgeable.movements = nil
        unjudgeable.gaze = nil
        unjudgeable.quality.yaw = nil
        unjudgeable.quality.pitch = nil
        unjudgeable.quality.roll = nil
        #expect(schema.faults(of: try json(report(faces: [unjudgeable]).json)) == [])
        #expect(schema.faults(of: try json(failure.json)) == [])
    }

    @Test("the schema lists exactly the keys of a report")
    func keys() throws {
        let definitions = try #require(document["$defs"])
        var shown = Self.face
        shown.person = 2
        shown.classes = ClassScores(names: ["calm", "tense"], values: [0.25, 0.75])
        var frame = report(faces: [shown])
        (frame.frame, frame.time) = (7, 0.24)
        let encoded = try json(frame.json)
        #expect(schema.faults(of: encoded) == [])
        let face = try #require(encoded["faces"]?.elements.first)
        #expect(definitions["report"]?["properties"]?.keys == encoded.keys)
        #expect(definitions["face"]?["properties"]?.keys == face.keys)
        #expect(definitions["quality"]?["properties"]?.keys == face["quality"]?.keys)
        #expect(
            definitions["features"]?["required"]?.elements.compactMap(\.text)
                == GeometricFeature.allCases.map(\.rawValue))
        #expect(
            definitions["movements"]?["required"]?.elements.compactMap(\.text)
                == FaceMovement.allCases.map(\.rawValue))
        for movement in FaceMovement.allCases {
            let described = definitions["movements"]?["properties"]?[movement.rawValue]
            let text = try #require(described?["description"]?.text)
            #expect(movement.actionUnit.map { text.contains("(\($0))") } ?? !text.contains("("))
        }
        for name in ["report", "face", "failure", "point", "quality", "features", "movements"] {
            let definition = try #require(definitions[name])
            let required = definition["required"]?.elements.compactMap(\.text).sorted()
            // Optional: a second operating point and a network's own classes, movements on request,
            // and the keys of films.
            let always = definition["properties"]?.keys.filter {
                ![
                    "promptedScores", "classes", "movements", "landmarks", "gaze", "frame", "time",
                    "person",
                ].contains($0)
            }
            #expect(required == always, "\(name): all keys are required")
        }
    }

    @Test("landmarks are written as rounded triples and can be read back")
    func landmarks() throws {
        var face = Self.face
        face.landmarks = FaceLandmarks(
            points: (0..<FaceLandmarks.count).map { SIMD3(Double($0), 0.256, -2) })
        let text = report(faces: [face]).json.compactText
        let read = try JSONDecoder().decode(ImageReport.self, from: Data(text.utf8))
        let points = try #require(read.faces.first?.landmarks?.points)
        #expect(points.count == 478)
        #expect(points[477] == SIMD3(477, 0.26, -2))
        #expect(read.faces.first?.gaze?.mean == Gaze.Direction(yaw: 4, pitch: 0))
        let short = text.replacingOccurrences(of: ",[477.0,0.26,-2.0]", with: "")
        #expect(short != text)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(ImageReport.self, from: Data(short.utf8))
        }
    }

    @Test("the schema's emotions are those of the vocabulary, in its order")
    func emotions() throws {
        let face = try #require(document["$defs"]?["face"]?["properties"])
        let names = Emotion.allCases.map(\.rawValue)
        #expect(face["top"]?["enum"]?.elements.compactMap(\.text) == names)
        #expect(document["$defs"]?["scores"]?["required"]?.elements.compactMap(\.text) == names)
    }

    @Test("the schema has the name in the code")
    func name() {
        let name = document["$defs"]?["schemaName"]?["const"]?.text
        #expect(name == ImageReport.schemaName)
    }

    @Test(
        "invalid reports are rejected",
        arguments: [
            #"{}"#,
            #"{"schema": "facialfun.image-report/9", "path": "a", "error": {"code": "x", "message": "y"}}"#,
            #"{"schema": "facialfun.image-report/2", "path": "a", "error": {"code": "X", "message": "y"}}"#,
            #"{"schema": "facialfun.image-report/2", "path": "a", "error": {"code": "x"}}"#,
            #"{"schema": "facialfun.image-report/2", "path": "a"}"#,
        ])
    func refusal(text: String) throws {
        #expect(schema.faults(of: try JSONDocument(parsing: Data(text.utf8))) != [])
    }

    @Test("a score above 1 and an extra key are rejected")
    func wrongFace() throws {
        let text = report(faces: [Self.face]).json.compactText
        for (old, new) in [
            (#""confidence":0.98"#, #""confidence":1.5"#),
            (#""confidence":0.98"#, #""confidence":"0.98""#),
            (#""orientation":1"#, #""orientation":1.5"#),
            (#""orientation":1"#, #""orientation":1,"more":1"#),
        ] {
            let changed = text.replacingOccurrences(of: old, with: new)
            #expect(changed != text)
            #expect(schema.faults(of: try JSONDocument(parsing: Data(changed.utf8))) != [])
        }
    }
}
