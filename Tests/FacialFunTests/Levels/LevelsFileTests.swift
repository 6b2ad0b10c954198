import FacialFun
import FacialFunWire
import Foundation
import Testing
import TestSupport

struct LevelsFileTests {
    private func refusal(_ text: String) -> FacialFunError? {
        do throws(FacialFunError) {
            _ = try LevelsFile(bytes: Array(text.utf8), file: "mine.json")
            return nil
        } catch {
            return error
        }
    }

    @Test("a valid file is parsed")
    func sound() throws {
        let levels = try SampleFiles.levels()
        #expect(levels.model == SampleFiles.model)
        #expect(levels[.two].holdMilliseconds == 300)
        #expect(levels[.two].hintAfterMilliseconds == 1000)
        #expect(levels[.five].hintAfterMilliseconds == nil)
        let goal = levels[.anger, .three]
        #expect(goal.threshold == 0.4 && goal.offered && goal.interval == 0.1...0.7)
        #expect(goal.falseAccepts == [.fear: 0.1] && goal.falseAcceptRate == 0.05)
        #expect(levels.measured?.faces == [.happiness: 12])
        #expect(levels.offered(at: .one) == Emotion.allCases)
    }

    @Test("a file has its operating point, withheld emotions and requirements with a baseline")
    func operatingPoint() throws {
        let plain = try SampleFiles.levels()
        #expect(plain.operatingPoint == .photograph && plain.withheld.isEmpty)
        #expect(!plain.hasGoalsWithBaseline)
        #expect(plain.goal(.fear, .two, withBaseline: true) == plain[.fear, .two])
        let levels = try LevelsFile(bytes: Array(SampleFiles.promptedText().utf8))
        #expect(levels.operatingPoint == .prompted && levels.withheld == [.contempt])
        #expect(levels[.fear, .two].threshold == 0.3)
        #expect(levels.goal(.fear, .two, withBaseline: true).threshold == 0.15)
        #expect(levels.goal(.fear, .two, withBaseline: false).threshold == 0.3)
        #expect(levels.measuredWithBaseline?.images == "people")
    }

    @Test(
        "a point, a withheld emotion and the goals with a baseline are checked",
        arguments: [
            (#""prompted""#, #""asked""#, "operatingPoint"),
            (
                #"{"operatingPoint": "photograph""#, #"{"operatingPoint": "any""#,
                "withBaseline.operatingPoint"
            ),
            (#"["contempt"]"#, #"["scorn"]"#, "withheld[0]"),
            (#"["contempt"]"#, #"["contempt", "contempt"]"#, "withheld[1]"),
            (#""threshold": 0.15"#, #""threshold": 0.05"#, "withBaseline.emotions"),
        ])
    func unsoundPoint(_ right: String, _ wrong: String, _ field: String) {
        let text = SampleFiles.promptedText().replacingOccurrences(of: right, with: wrong)
        #expect(refusal(text)?.message.contains(field) == true)
    }

    @Test("levels for scores at another operating point are rejected, naming both points")
    func anotherPoint() throws {
        let error = #expect(throws: FacialFunError.self) {
            try SampleFiles.levels().check(
                model: SampleFiles.model, judgingAt: .prompted, file: "a.json")
        }
        #expect(error?.code == .wrongOperatingPoint)
        #expect(error?.message.contains("photograph") == true)
        #expect(error?.message.contains("prompted") == true)
    }

    @Test("thresholds with a baseline for scores at `prompted` are rejected with the remedy")
    func anotherPointWithBaseline() throws {
        let sound = SampleFiles.promptedText()
        let before = sound.replacing(
            #""operatingPoint": "photograph", "emotions""#, with: #""emotions""#)
        func check(_ text: String) throws {
            try LevelsFile(bytes: Array(text.utf8)).check(
                model: SampleFiles.model, judgingAt: .prompted, file: "a.json")
        }
        try check(sound)
        let error = #expect(throws: FacialFunError.self) { try check(before) }
        #expect(error?.code == .wrongOperatingPoint)
        #expect(error?.message.contains("omit `withBaseline`") == true)
    }

    @Test("a handwritten file may omit the measured figures")
    func handwrittenFile() throws {
        var text = SampleFiles.levelsText()
        text = text.replacing(#/, "interval"[^}]*}}/#, with: "}")
        text = text.replacing(#/,\s*"measured".*}}}/#, with: "}")
        #expect(!text.contains("falseAccept") && !text.contains("drawn"))
        let levels = try LevelsFile(bytes: Array(text.utf8))
        #expect(levels.measured == nil)
        #expect(levels[.fear, .five].threshold == 0.6)
        #expect(levels[.fear, .five].passRate == nil)
    }

    @Test(
        "an invalid file is rejected with the line and the field",
        arguments: [
            ("facialfun.levels/1", "facialfun.levels/2", 1, "schema"),
            (#""name": "emotion", "#, "", 2, "\"name\""),
            (
                #""passRate": 0.8, "holdMilliseconds": 300"#,
                #""passRate": 0.95, "holdMilliseconds": 300"#, 5, "levels[1].passRate"
            ),
            (
                #""holdMilliseconds": 800"#, #""holdMilliseconds": 400"#, 7,
                "levels[3].holdMilliseconds"
            ),
            (
                #""holdMilliseconds": 1000"#, #""holdMilliseconds": 10001"#, 8,
                "levels[4].holdMilliseconds"
            ),
            (
                #""hintAfterMilliseconds": 2000"#, #""hintAfterMilliseconds": -1"#, 6,
                "hintAfterMilliseconds"
            ),
            (
                #"{"level": 3, "passRate": 0.7, "holdMilliseconds""#,
                #"{"level": 4, "passRate": 0.7, "holdMilliseconds""#, 6, "levels[2].level"
            ),
            (#""happiness": ["#, #""joy": ["#, 16, "joy"),
            (#""measured""#, #""mesured""#, 58, "mesured"),
            (#"{"happiness": 12}"#, #"{"happiness": -12}"#, 58, "measured.faces.happiness"),
            ("\"model\": {", "\"model\": [", 2, "not JSON"),
            (#""schema":"#, #""schema": 1, "schema":"#, 1, "duplicate key"),
        ])
    func unsound(old: String, new: String, line: Int, field: String) throws {
        let text = SampleFiles.levelsText()
        let place = try #require(text.range(of: old))
        let error = try #require(refusal(text.replacingCharacters(in: place, with: new)))
        #expect(error.code == .malformedLevels)
        #expect(error.line == line, "\(error)")
        #expect(error.message.hasPrefix("mine.json, line \(line): "))
        #expect(error.message.contains(field), "\(error)")
    }

    @Test(
        "an invalid goal is rejected with its own line",
        arguments: [
            (#""threshold": 0.4"#, #""threshold": 0.29"#, "emotions.happiness[2].threshold"),
            (#""threshold": 0.4"#, #""threshold": 1.01"#, "emotions.happiness[2].threshold"),
            (#""threshold": 0.4"#, #""threshold": 0"#, "emotions.happiness[2].threshold"),
            (#""threshold": 0.4"#, #""threshold": "0.4""#, "emotions.happiness[2].threshold"),
            (#""threshold": 0.4, "#, "", "\"threshold\" is missing"),
            (#""offered": true"#, #""offered": 1"#, "emotions.happiness[2].offered"),
            (#"[0.1, 0.7]"#, #"[0.7, 0.1]"#, "emotions.happiness[2].interval"),
            (#"[0.1, 0.7]"#, #"[0.1]"#, "emotions.happiness[2].interval"),
            (#"{"anger": 0.1}"#, #"{"happiness": 0.1}"#, "emotions.happiness[2].falseAccepts"),
            (#""falseAcceptRate": 0.05"#, #""falseAcceptRate": 5"#, "falseAcceptRate"),
        ])
    func unsoundGoal(old: String, new: String, field: String) throws {
        var lines = SampleFiles.levelsText().split(separator: "\n").map(String.init)
        // Happiness is the second emotion; its list follows those of the levels and neutral.
        let place = 18
        #expect(lines[place].contains(old), "\(lines[place])")
        lines[place] = lines[place].replacingOccurrences(of: old, with: new)
        let error = try #require(refusal(lines.joined(separator: "\n")))
        #expect(error.line == place + 1, "\(error)")
        #expect(error.message.contains(field), "\(error)")
    }

    @Test("four levels or six are rejected")
    func count() throws {
        let lines = SampleFiles.levelsText().split(separator: "\n").map(String.init)
        var four = lines
        four.remove(at: 18)
        #expect(try #require(refusal(four.joined(separator: "\n"))).message.contains("five levels"))
        var six = lines
        six.insert(lines[18], at: 18)
        #expect(try #require(refusal(six.joined(separator: "\n"))).message.contains("five levels"))
    }

    @Test("levels for another network are rejected with both names")
    func model() throws {
        let levels = try SampleFiles.levels()
        #expect(throws: Never.self) {
            try levels.check(model: SampleFiles.model, judgingAt: .photograph, file: "a.json")
        }
        do throws(FacialFunError) {
            try levels.check(
                model: ModelSummary(name: "other", version: "7"), judgingAt: .photograph,
                file: "a.json")
            Issue.record("another network was accepted")
        } catch {
            #expect(error.code == .wrongModel)
            #expect(error.message.contains("a.json") && error.message.contains("other 7"))
        }
    }

    @Test("damaged files are rejected or read, and never crash", arguments: 1...8)
    func damage(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let whole = Array(SampleFiles.levelsText().utf8)
        for _ in 0..<40 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
                case 1: bytes.remove(at: place)
                default: bytes.insert(bytes[place], at: place)
                }
            }
            do throws(FacialFunError) {
                let levels = try LevelsFile(bytes: bytes)
                for emotion in Emotion.allCases {
                    let thresholds = Level.allCases.map { levels[emotion, $0].threshold }
                    #expect(thresholds == thresholds.sorted())
                }
            } catch {
                let lines = 1 + whole.count { $0 == 0x0A } + 4
                #expect((1...lines).contains(error.line ?? 0), "\(error)")
            }
        }
    }

    @Test("schema and reader accept the same files and reject obvious errors")
    func schema() throws {
        let schema = try JSONSchema(contentsOfFile: ModelsFolder.path(of: "levels.schema.json"))
        let text = SampleFiles.levelsText()
        #expect(schema.faults(of: try JSONDocument(parsing: Data(text.utf8))) == [])
        for (old, new) in [
            (#""threshold": 0.4"#, #""threshold": 4"#), (#""offered": true"#, #""offered": "yes""#),
            (#""measured""#, #""mesured""#), (#""level": 3"#, #""level": 0"#),
        ] {
            let changed = text.replacingOccurrences(of: old, with: new)
            #expect(schema.faults(of: try JSONDocument(parsing: Data(changed.utf8))) != [])
        }
    }
}
