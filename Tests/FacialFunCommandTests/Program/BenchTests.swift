import Foundation
import Testing
import TestSupport

@testable import CommandSupport
@testable import FacialFunCommand

struct BenchTests {
    private static let quick = "--rounds 2 --cold-starts 2"

    private func figures(_ value: JSONDocument?, count: Double) throws {
        #expect(value?.keys == ["count", "max", "p50", "p90", "p99"])
        #expect(value?["count"]?.number == count)
        let times = try ["p50", "p90", "p99", "max"].map { try #require(value?[$0]?.number) }
        #expect(times == times.sorted())
        #expect(times[0] >= 0)
    }

    @Test("the JSON has every stage, the cold start and the first call in milliseconds")
    func json() throws {
        let result = try Program.shell("$F bench $PORTRAIT $OTHER --format json \(Self.quick)")
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.errors.isEmpty)
        let json = try JSONDocument(parsing: Data(result.output.utf8))
        #expect(
            json.keys == [
                "calibrated", "coldStart", "facesPerRound", "firstCall", "limits", "machine",
                "pictures",
                "residentMegabytes", "rounds", "schema", "search", "sources", "stages", "version",
            ])
        #expect(json["schema"]?.text == "facialfun.bench/1")
        #expect(json["pictures"]?.number == 2)
        #expect(json["facesPerRound"]?.number == 2)
        #expect(json["rounds"]?.number == 2)
        #expect(json["search"]?.text == "live")
        #expect(json["machine"]?.keys == ["cpuPath", "processor", "processors"])
        #expect(json["limits"]?.elements.isEmpty == true)
        #expect(json["calibrated"] == .null)
        try figures(json["coldStart"], count: 2)
        try figures(json["firstCall"], count: 2)
        #expect(json["stages"]?.keys == BenchStage.all.map(\.name).sorted())
        for stage in BenchStage.all { try figures(json["stages"]?[stage.name], count: 4) }
        // A stage takes less time than the whole, and a picture less than its process.
        let total = try #require(json["stages"]?["total"]?["p50"]?.number)
        let detect = try #require(json["stages"]?["detect"]?["p50"]?.number)
        #expect(detect > 0 && detect < total)
        let process = try #require(json["coldStart"]?["max"]?.number)
        #expect(try #require(json["firstCall"]?["max"]?.number) < process)
        #expect(try #require(json["residentMegabytes"]?.number) > 5)
    }

    @Test("the table has a line for each stage")
    func table() throws {
        let result = try Program.shell("$F bench $PORTRAIT \(Self.quick)")
        #expect(result.status == 0, "\(result.errors)")
        for name in ["cold start", "first call"] + BenchStage.all.map(\.name) {
            #expect(result.output.split(separator: "\n").contains { $0.hasPrefix(name + " ") })
        }
    }

    @Test(
        "an impossible limit fails and reports the measured value",
        arguments: [("--limit-ms", "frame"), ("--cold-limit-ms", "coldStart")])
    func impossibleLimit(flag: String, subject: String) throws {
        let result = try Program.shell(
            "$F bench $PORTRAIT --format json \(Self.quick) \(flag) 0.001")
        #expect(result.status == 1)
        #expect(result.errors.contains("above the limit of 0.001 ms"))
        let limits = try JSONDocument(parsing: Data(result.output.utf8))["limits"]?.elements ?? []
        #expect(limits.map { $0["subject"]?.text } == [subject])
        #expect(limits.map { $0["met"] } == [.boolean(false)])
        #expect(limits.map { $0["percentile"]?.number } == [99])
    }

    @Test("generous limits are met")
    func easyLimits() throws {
        let result = try Program.shell(
            """
            $F bench $PORTRAIT \(Self.quick) --limit-ms 600000 --cold-limit-ms 600000 \
              --percentile 50
            """)
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.contains("within the limit of 600000.0 ms"))
    }

    @Test("times are compared with the calibration work, and limits relative to it are recognized")
    func calibrated() throws {
        let result = try Program.shell(
            """
            $F bench $PORTRAIT --format json \(Self.quick) --calibrated-limit 1e6@50 \\
              --calibrated-limit 0.01@99 --calibrated-cold-limit 1e6@50
            """)
        #expect(result.status == 1)
        #expect(result.errors.contains("p99 of the whole frame is"))
        #expect(result.errors.contains("above the limit of 0.01 calibrated ms"))
        let json = try JSONDocument(parsing: Data(result.output.utf8))
        let limits = json["limits"]?.elements ?? []
        #expect(limits.map { $0["met"] } == [.boolean(true), .boolean(false), .boolean(true)])
        #expect(limits.map { $0["subject"]?.text } == ["frame", "frame", "coldStart"])
        #expect(
            limits.map { $0["calibrated"] } == [.boolean(true), .boolean(true), .boolean(true)])
        try figures(json["calibrated"]?["work"], count: 2)
        try figures(json["calibrated"]?["frame"], count: 2)
        try figures(json["calibrated"]?["coldStart"], count: 2)
    }

    @Test("an empty folder, a missing file and a damaged picture are named; nothing is printed")
    func nothingToMeasure() throws {
        let folder = try TemporaryFolder()
        try folder.write("damaged.jpg", try BadImages.bytes(Program.portrait).prefix(3000))
        let cases = [
            (".", "mkdir nothing; cd nothing", "contains no picture"),
            ("gone.jpg", ":", "gone.jpg"),
            ("damaged.jpg", ":", "damaged.jpg"),
            ("damaged.jpg --cold-starts 0", ":", "damaged.jpg"),
        ]
        for (argument, before, words) in cases {
            let result = try Program.shell(
                "\(before); $F bench \(Self.quick) \(argument)", in: folder)
            #expect(result.status == 1, "\(argument): \(result.errors)")
            #expect(result.output.isEmpty)
            #expect(result.errors.contains(words))
        }
    }

    @Test("a missing model exits with 3")
    func missingModel() throws {
        let result = try Program.shell("$F bench $PORTRAIT --model /nowhere")
        #expect(result.status == 3)
        #expect(result.errors.contains("/nowhere"))
        #expect(result.output.isEmpty)
    }

    @Test(
        "a wrong command line exits with 64",
        arguments: [
            "-", "--rounds 0", "--percentile 0", "--percentile 101", "--limit-ms 0",
            "--calibrated-limit 7", "--calibrated-limit 0@50", "--calibrated-limit 7@101",
            "--calibrated-limit inf@50", "--calibrated-limit 7@50@50",
            "--cold-starts 0 --calibrated-cold-limit 70@50",
            "--limit-ms nan", "--percentile 50", "--cold-starts 0 --cold-limit-ms 5", "''",
        ])
    func usage(arguments: String) throws {
        let result = try Program.shell("$F bench \(arguments)")
        #expect(result.status == 64)
        #expect(result.output.isEmpty)
    }
}
