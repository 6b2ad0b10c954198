import FacialFun
import Foundation
import Testing
import TestSupport

@testable import CommandSupport
@testable import FacialFunCommand

struct DoctorTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func report(_ setup: String, _ options: String = "") throws -> (
        status: Int32, json: JSONDocument
    ) {
        let result = try Program.shell(
            "\(setup)\n$F doctor --format json \(options)", in: folder,
            variables: ["MODELS": Program.package + "/Models"])
        return (result.status, try JSONDocument(parsing: Data(result.output.utf8)))
    }

    @Test("a working installation is reported, with every network it needs")
    func fit() throws {
        let (status, json) = try report("")
        #expect(status == 0)
        #expect(json["fit"] == .boolean(true))
        #expect(json["version"]?.text == FacialFunVersion.current)
        #expect(json["models"]?["origin"]?.text == "package")
        let tasks = json["networks"]?.elements.compactMap { $0["task"]?.text } ?? []
        #expect(Set(tasks).isSuperset(of: ["face-detection", "emotion-recognition"]))
        let schema = try JSONSchema(
            contentsOfFile: Program.package
                + "/Sources/FacialFunCommand/Doctor/doctor-report.schema.json")
        #expect(schema.faults(of: json) == [])
        for network in json["networks"]?.elements ?? [] {
            #expect(network["sha256"]?.text?.count == 64)
            #expect(network["licence"]?.text?.isEmpty == false)
        }
        let text = try Program.shell("$F doctor")
        #expect(text.status == 0)
        for word in [
            "FacialFun \(FacialFunVersion.current)", "face-detector", "verified", "Ready:",
        ] {
            #expect(text.output.contains(word))
        }
    }

    @Test("missing or wrong limits of judgeability are named, also by score")
    func limits() throws {
        let fit = try report("").json
        #expect(fit["limits"]?.text?.hasSuffix("emotion-v1/judgeability.json") == true)
        for (damage, word) in [
            ("rm Models/emotion-v1/judgeability.json", "cannot be read"),
            (
                "sed -i 's/\"mostYaw\": [0-9.]*/\"mostYaw\": 999/' Models/emotion-v1/judgeability.json",
                "limits.mostYaw"
            ),
        ] {
            let setup = "rm -rf Models; cp -r $MODELS Models; " + damage
            let (status, json) = try report(setup, "--model Models")
            #expect(status == 3)
            #expect(json["limits"] == .null)
            let problems = json["problems"]?.elements.compactMap(\.text) ?? []
            #expect(problems.contains { $0.contains("judgeability.json") && $0.contains(word) })
            let score = try Program.shell("$F score $PORTRAIT --model Models", in: folder)
            #expect(score.status == 3)
            #expect(score.errors.contains(word))
        }
    }

    @Test("damaged weights are detected by their checksum and rejected, also by score")
    func damaged() throws {
        let damage = """
            cp -r $MODELS Models
            printf x | dd of=Models/face-detector/weights.safetensors bs=1 seek=5000 conv=notrunc \
              2> /dev/null
            """
        let (status, json) = try report(damage, "--model Models")
        #expect(status == 3)
        #expect(json["fit"] == .boolean(false))
        let detector = json["networks"]?.elements.first { $0["name"]?.text == "face-detector" }
        #expect(detector?["problem"]?.text?.contains("SHA-256") == true)
        let score = try Program.shell("$F score $PORTRAIT --model Models", in: folder)
        #expect(score.status == 3)
        #expect(score.output.isEmpty)
        #expect(score.errors.contains("SHA-256"))
    }

    @Test("finite weights that overflow together are detected without a crash")
    func overflow() throws {
        let network = "emotion-v1"
        let damage = """
            cp -r $MODELS Models
            python3 - Models/\(network) <<'END'
            import hashlib, json, pathlib, random, struct, sys
            folder = pathlib.Path(sys.argv[1])
            manifest = json.loads((folder / "manifest.json").read_text())
            file = folder / manifest["weights"]["file"]
            data = bytearray(file.read_bytes())
            chance = random.Random(1)
            start = 8 + struct.unpack("<Q", data[:8])[0]
            for tensor in json.loads(data[8:start]).values():
                if tensor.get("dtype") in ("F16", "F32"):
                    kind = "<e" if tensor["dtype"] == "F16" else "<f"
                    first, end = (start + place for place in tensor["data_offsets"])
                    for place in range(first, end, struct.calcsize(kind)):
                        struct.pack_into(kind, data, place, chance.choice((6e4, -6e4)))
            file.write_bytes(data)
            manifest["weights"]["sha256"] = hashlib.sha256(data).hexdigest()
            (folder / "manifest.json").write_text(json.dumps(manifest))
            END
            """
        let (status, json) = try report(damage, "--model Models")
        #expect(status == 3)
        let problems = json["problems"]?.elements.compactMap(\.text) ?? []
        #expect(problems.contains { $0.contains(network) && $0.contains("non-finite numbers") })
        let score = try Program.shell("$F score $PORTRAIT --model Models", in: folder)
        #expect(score.status == 1, "\(score)")
        #expect(score.errors.contains(network) && score.errors.contains("non-finite numbers"))
        let serve = try Program.shell("$F serve --socket s --model Models", in: folder)
        #expect(serve.status == 3)
        #expect(serve.errors.contains(network) && serve.errors.contains("non-finite numbers"))
    }

    @Test("a missing network and a folder without networks are named")
    func missing() throws {
        let networks = try report("").json["networks"]?.elements ?? []
        let name = try #require(
            networks.first { $0["task"]?.text == "emotion-recognition" }?["name"]?.text)
        let (status, json) = try report(
            "cp -r $MODELS Models; rm -r Models/\(name)", "--model Models")
        #expect(status == 3)
        let emotion = json["networks"]?.elements.first { $0["name"]?.text == name }
        #expect(emotion?["problem"]?.text?.contains("Models/\(name)") == true)
        let nothing = try Program.shell("$F doctor --model /nowhere")
        #expect(nothing.status == 3)
        #expect(nothing.output.contains("/nowhere"))
    }

    @Test("invalid levels are a problem, named with their line")
    func levels() throws {
        let (status, json) = try report(
            "cp -r $MODELS Models; sed -i '2s/levels.1/levels\\/9/' Models/levels.json",
            "--model Models")
        #expect(status == 3)
        let problems = json["problems"]?.elements.compactMap(\.text) ?? []
        #expect(problems.count == 1)
        #expect(problems.first?.contains("levels.json, line 2: schema") == true)
    }

    @Test("a nonexistent CPU path is a problem of the machine")
    func cpuPath() throws {
        let result = try Program.shell("$F doctor", variables: ["FACIALFUN_CPU": "nonsense"])
        #expect(result.status == 3)
        #expect(result.output.contains("nonsense"))
    }

    @Test("film, WebP and HEIC readers are listed with their version or the package to install")
    func readers() throws {
        let installed = try report("").json["readers"]?.elements ?? []
        #expect(installed.compactMap { $0["name"]?.text } == ["ffmpeg", "libwebp", "libheif"])
        for reader in installed {
            #expect((reader["version"] == .null) == (reader["problem"] != .null), "\(reader)")
        }
        let script = """
            mkdir -p bin; printf '#!/bin/sh\\necho ffmpeg version 9.8-test Copyright\\n' >bin/ffmpeg
            chmod +x bin/ffmpeg
            PATH="$PWD/bin" $F doctor; mkdir -p none; PATH="$PWD/none" $F doctor
            """
        let result = try Program.shell(script, in: folder)
        #expect(result.status == 0)
        #expect(
            result.output.contains("ok       ffmpeg 9.8-test  films  \(folder.path("bin/ffmpeg"))"))
        #expect(
            result.output.contains(
                "missing  ffmpeg  films  not installed: apt-get install ffmpeg"))
    }

    @Test("the picture limits of a service come from the running service")
    func runningService() throws {
        for (options, words) in [
            (
                "--max-file-size 10MB --max-pixels 30MP",
                "10MB a file, 30MP a picture, higher limits for /v1/score"
            ),
            ("", "2MB a file, 16MP a picture, not raised"),
        ] {
            let result = try ServeProgram.run(
                options,
                """
                "$F" doctor --socket "$SOCK"
                """)
            #expect(result.status == 0)
            #expect(result.output.contains("running  version \(FacialFunVersion.current)"))
            #expect(result.output.contains(words))
        }
    }

    @Test("the limits of a stopped service come from its unit and the user's overrides")
    func unit() throws {
        let units = """
            mkdir -p .config/systemd/user/facialfun.service.d
            UNIT="$PWD/.config/systemd/user/facialfun.service"
            printf '[Service]\\nExecStart=/bin/facialfun serve\\n' >"$UNIT"
            export HOME="$PWD" XDG_RUNTIME_DIR="$PWD"
            unset XDG_CONFIG_HOME
            """
        let plain = try report(units).json["service"]
        #expect(plain?["running"] == .boolean(false))
        #expect(plain?["limits"]?["raised"] == .boolean(false))
        #expect(plain?["socket"]?.text == folder.path("facialfun.sock"))
        let set = """
            printf '[Service]\\nExecStart=\\nExecStart=/bin/facialfun serve %s\\n' \
              "$OPTIONS" >"$UNIT.d/limits.conf"
            """
        let (status, json) = try report("\(units)\nOPTIONS='--max-file-size=12MB'\n\(set)")
        #expect(status == 0)
        #expect(json["service"]?["limits"]?["maxScoreBytes"]?.number == 12_000_000)
        #expect(json["service"]?["limits"]?["raised"] == .boolean(true))
        #expect(
            json["service"]?["unit"]?.text
                == folder.path(".config/systemd/user/facialfun.service.d/limits.conf"))
        let wrong = try report("\(units)\nOPTIONS='--max-file-size=99GB'\n\(set)")
            .json["service"]
        #expect(wrong?["limits"] == .null)
        #expect(wrong?["problem"]?.text?.contains("--max-file-size must be between") == true)
    }

    @Test("a program finds the models installed with it")
    func installed() throws {
        let result = try Program.shell(
            """
            mkdir -p bin share/facialfun; cp $F bin; cp -r \(Program.package)/Models share/facialfun
            ln -s bin/facialfun link
            cd /; "$OLDPWD/link" doctor --format json
            """, in: folder)
        let json = try JSONDocument(parsing: Data(result.output.utf8))
        #expect(json["models"]?["origin"]?.text == "installed")
        #expect(json["models"]?["path"]?.text == folder.path("share/facialfun/Models"))
    }
}
