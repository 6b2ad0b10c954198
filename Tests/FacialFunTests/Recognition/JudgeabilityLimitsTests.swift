import FacialFun
import FacialFunWire
import Foundation
import Testing
import TestSupport

struct JudgeabilityLimitsTests {
    private let shipped: String

    init() throws {
        shipped = try String(
            contentsOfFile: ModelsFolder.path(of: "emotion-v1") + "/judgeability.json",
            encoding: .utf8)
    }

    private func refusal(of text: String) throws -> String {
        let error = try #require(throws: FacialFunError.self) {
            try JudgeabilityLimits(bytes: Array(text.utf8), file: "judgeability.json")
        }
        #expect(error.code == .limitsUnsound)
        #expect(error.message.contains("training.measure.gate"))
        return error.message
    }

    /// The shipped file with the text of one limit replaced, or the limit removed if nil.
    private func changed(_ limit: JudgeabilityLimit, to text: String?) throws -> String {
        let pattern = try Regex("\"\(limit.rawValue)\": [-0-9.e]+")
        let changed = shipped.replacing(pattern) { _ in
            text.map { "\"\(limit.rawValue)\": \($0)" } ?? "\"leastContrast2\": 0"
        }
        try #require(changed != shipped)
        return changed
    }

    @Test("the shipped limits are valid and name the model of their measurement")
    func sound() throws {
        let limits = try JudgeabilityLimits(
            bytes: Array(shipped.utf8), file: "judgeability.json")
        for limit in JudgeabilityLimit.allCases {
            #expect(limit.range.contains(limits[limit]))
        }
        #expect(shipped.contains("\"model\""))
    }

    @Test(
        "a limit that is missing, not a number or out of range is named",
        arguments: JudgeabilityLimit.allCases)
    func wrongLimit(limit: JudgeabilityLimit) throws {
        #expect(
            try refusal(of: changed(limit, to: "\"wide\"")).contains("limits.\(limit.rawValue)"))
        #expect(try refusal(of: changed(limit, to: "-1")).contains("limits.\(limit.rawValue)"))
        #expect(try refusal(of: changed(limit, to: "1e9")).contains("limits.\(limit.rawValue)"))
        #expect(try refusal(of: changed(limit, to: nil)).contains("leastContrast2: unknown key"))
    }

    @Test("a missing limit, another schema and damaged text are reported by name")
    func wrongFile() throws {
        #expect(
            try refusal(of: #"{"schema": "facialfun.judgeability/1", "limits": {}}"#)
                .contains("\"leastContrast\" is missing"))
        #expect(
            try refusal(of: shipped.replacing("judgeability/1", with: "judgeability/7"))
                .contains("schema"))
        #expect(try refusal(of: String(shipped.dropLast(9))).contains("not JSON"))
        #expect(try refusal(of: "").contains("not JSON"))
    }

    @Test("a folder without the file is rejected with the file's path")
    func missing() throws {
        let error = try #require(throws: FacialFunError.self) {
            try JudgeabilityLimits(directory: "/no/such/network")
        }
        #expect(error.code == .limitsUnsound)
        #expect(error.message.contains("/no/such/network/judgeability.json"))
    }

    @Test("the strictest limits reject every face and change no score")
    func scoresAreTheSame() throws {
        let folder = try TemporaryFolder()
        let network = ModelsFolder.path(of: "emotion-v1")
        for file in ["manifest.json", "weights.safetensors"] {
            try folder.write(
                "strict/" + file, Data(contentsOf: URL(fileURLWithPath: network + "/" + file)))
        }
        var strict = shipped
        for limit in JudgeabilityLimit.allCases {
            let worst = limit.rawValue.hasPrefix("least") ? limit.range.upperBound : 0
            strict = strict.replacing(
                try Regex("\"\(limit.rawValue)\": [-0-9.e]+"),
                with: "\"\(limit.rawValue)\": \(worst)")
        }
        try folder.write("strict/judgeability.json", Array(strict.utf8))
        func recognizer(_ option: String?) throws -> EmotionRecognizer {
            try EmotionRecognizer(
                models: ModelDirectory.locate(
                    option: option, environment: [:], executablePath: "/nowhere/bin/facialfun"))
        }
        let (usual, other) = (try recognizer(nil), try recognizer(folder.path("strict")))
        for name in ["collins.jpg", "two-people.jpg"] {
            let bytes = try SamplePictures.bytes(name)
            let judged = try usual.recognize(bytes, path: name).report
            let refused = try other.recognize(bytes, path: name).report
            #expect(judged.faces.map(\.scores) == refused.faces.map(\.scores))
            #expect(judged.faces.map(\.quality) == refused.faces.map(\.quality))
            #expect(refused.faces.allSatisfy { !$0.judgeable })
            #expect(judged.faces[0].judgeable)
        }
    }
}
