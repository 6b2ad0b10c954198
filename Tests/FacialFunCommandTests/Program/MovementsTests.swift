import FacialFunWire
import Foundation
import Testing
import TestSupport

@testable import CommandSupport
@testable import FacialFunCommand

/// `facialfun score --movements`.
struct MovementsTests {
    private func records(_ arguments: String) throws -> [JSONDocument] {
        try Program.shell("$F score \(arguments) --format jsonl").records()
    }

    @Test("requested movements conform to the schema and change nothing else in the report")
    func movementsOnRequest() throws {
        let schema = try JSONSchema(
            contentsOfFile: Program.package
                + "/Sources/FacialFunWire/Records/image-report.schema.json")
        let pictures = "$S/{rendered-happiness,collins,two-people,no-face-cat}.jpg"
        let plain = try records(pictures)
        let asked = try records(pictures + " --movements")
        #expect(plain.count == 4 && asked.count == 4)
        for (without, with) in zip(plain, asked) {
            #expect(schema.faults(of: with) == [])
            let faces = try #require(with["faces"]?.elements)
            #expect(faces.count == without["faces"]?.elements.count)
            for (face, other) in zip(faces, try #require(without["faces"]?.elements)) {
                #expect(other["movements"] == nil)
                #expect(face["movements"]?.keys.count == 51)
                for key in other.keys { #expect(face[key] == other[key], "\(key)") }
            }
            #expect(without["milliseconds"]?["movements"] == nil)
            #expect((with["milliseconds"]?["movements"] != nil) == !faces.isEmpty)
        }
    }

    @Test(
        "rendered people show the movements they were rendered with",
        arguments: [
            ("happiness", "mouthSmileLeft", 0.5), ("happiness", "mouthSmileRight", 0.5),
            ("surprise", "jawOpen", 0.2), ("surprise", "browInnerUp", 0.7),
        ])
    func rendered(emotion: String, movement: String, least: Double) throws {
        let seen = try records("$S/rendered-{\(emotion),neutral}.jpg --movements")
        let strengths = seen.compactMap {
            $0["faces"]?.elements.first?["movements"]?[movement]?.number
        }
        #expect(strengths.count == 2)
        #expect(strengths[0] >= least)
        #expect(strengths[0] > strengths[1])
    }

    @Test("tilting a head changes no movement: the same portrait, upright and tilted by 20 degrees")
    func tilted() throws {
        let seen = try records("$S/collins.jpg $S/tilted-right.jpg --movements").compactMap {
            $0["faces"]?.elements.first?["movements"]
        }
        #expect(seen.count == 2)
        let differences = seen[0].keys.map { name in
            abs((seen[0][name]?.number ?? 0) - (seen[1][name]?.number ?? 1))
        }
        #expect((differences.max() ?? 1) < 0.15)
        #expect(differences.reduce(0, +) / 51 < 0.03)
    }

    @Test("a table shows the strongest movements with their action units, on request only")
    func table() throws {
        // Uses the bare file name, because the first line repeats the path, which may be long.
        let picture = "cd $S && $F score rendered-happiness.jpg"
        let asked = try Program.shell("\(picture) --movements").output
        #expect(asked.contains("mouthSmileLeft") && asked.contains("AU12"))
        #expect(asked.split(separator: "\n").allSatisfy { $0.count <= 80 })
        let plain = try Program.shell(picture).output
        #expect(!plain.contains("mouthSmile"))
    }

    @Test("without the movement networks everything else works, and requests name them")
    func missing() throws {
        let folder = try TemporaryFolder()
        let made = try Program.shell(
            "cp -r \(ModelsFolder.path) Models && rm -r Models/face-movements"
                + " && $F score $PORTRAIT --model Models --format jsonl", in: folder)
        #expect(made.status == 0)
        let asked = try Program.shell(
            "$F score $PORTRAIT --model Models --movements", in: folder)
        #expect(asked.status == 3)
        #expect(asked.errors.contains("face-movements"))
        #expect(asked.errors.contains("facialfun doctor"))
    }
}
