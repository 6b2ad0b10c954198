import CommandSupport
import FacialFun
import FacialFunWire

extension DoctorReport {
    /// The report for people.
    func text(style: TerminalStyle) -> String {
        var lines = ["FacialFun \(FacialFunVersion.current)", ""]
        lines.append("machine")
        lines.append("  processor  \(SafeText.escaped(processor)), \(processors) usable")
        lines.append("  CPU path   \(cpuPath ?? "none")")
        lines.append("")
        if let models {
            lines.append("models in \(SafeText.escaped(models.path)) (\(models.reason))")
        } else {
            lines.append("models")
        }
        lines += networks.flatMap { $0.lines(style: style) }
        if let limits {
            lines.append(
                "  " + style.painted("ok", .green) + "       limits of judgeability in "
                    + SafeText.escaped(limits))
        }
        lines += problems.map {
            "  " + style.painted("problem", .red) + "  " + SafeText.oneLine($0)
        }
        lines += ["", "optional formats"]
        lines += readers.map { $0.line(style: style) }
        lines += [""] + service.lines(style: style)
        lines.append("")
        lines.append(
            isFit
                ? style.painted("Ready: images can be scored.", .green)
                : style.painted("Not ready: see the problems above.", .red))
        return lines.joined(separator: "\n") + "\n"
    }

    /// The report as JSON.
    var json: JSONValue {
        .object([
            ("schema", .string("facialfun.doctor/1")),
            ("version", .string(FacialFunVersion.current)),
            ("fit", .bool(isFit)),
            (
                "machine",
                .object([
                    ("processor", .string(processor)), ("processors", .integer(processors)),
                    ("cpuPath", cpuPath.map { .string($0) } ?? .null),
                ])
            ),
            (
                "models",
                models.map { folder in
                    .object([("path", .string(folder.path)), ("origin", .string(folder.origin))])
                } ?? .null
            ),
            ("networks", .array(networks.map(\.json))),
            ("limits", limits.map { .string($0) } ?? .null),
            ("problems", .array(problems.map { .string($0) })),
            ("readers", .array(readers.map(\.json))),
            ("service", service.json),
        ])
    }
}

extension DoctorReport.ModelFolder {
    /// The reason for the folder of the networks.
    fileprivate var reason: String {
        switch origin {
        case "option": "named by --model"
        case "environment": "named by FACIALFUN_MODELS"
        case "installed": "next to the program"
        case "package": "in the package that the program was built from"
        default: origin
        }
    }
}

extension DoctorReport.NetworkState {
    fileprivate func lines(style: TerminalStyle) -> [String] {
        var lines: [String] = []
        let name = SafeText.escaped(name)
        if let identity {
            let facts = [
                "\(name) \(identity.version)", identity.licence, identity.task,
                "sha256 \(identity.checksum) verified",
            ]
            lines.append(
                "  " + style.painted("ok", .green) + "       "
                    + SafeText.oneLine(facts.joined(separator: "  ")))
        }
        if let problem {
            lines.append(
                "  " + style.painted("problem", .red) + "  \(name): " + SafeText.oneLine(problem))
        }
        return lines
    }

    fileprivate var json: JSONValue {
        .object([
            ("name", .string(name)),
            ("folder", .string(folder)),
            ("version", identity.map { .string($0.version) } ?? .null),
            ("task", identity.map { .string($0.task) } ?? .null),
            ("licence", identity.map { .string($0.licence) } ?? .null),
            ("sha256", identity.map { .string($0.checksum) } ?? .null),
            ("problem", problem.map { .string($0) } ?? .null),
        ])
    }
}

extension OptionalReader {
    fileprivate func line(style: TerminalStyle) -> String {
        let name = [self.name, version].compactMap(\.self).joined(separator: " ")
        let facts = ["\(name)  \(reads)", problem ?? path].compactMap(\.self)
        let state = problem == nil ? style.painted("ok", .green) : style.painted("missing", .yellow)
        return "  " + state + (problem == nil ? "       " : "  ")
            + SafeText.oneLine(facts.joined(separator: "  "))
    }

    fileprivate var json: JSONValue {
        .object([
            ("name", .string(name)), ("kind", .string(kind.rawValue)), ("reads", .string(reads)),
            ("version", version.map { .string($0) } ?? .null),
            ("path", path.map { .string($0) } ?? .null),
            ("package", .string(package)),
            ("problem", problem.map { .string($0) } ?? .null),
        ])
    }
}

extension ServiceState {
    fileprivate func lines(style: TerminalStyle) -> [String] {
        let address = socket.map { " at " + SafeText.escaped($0) } ?? ""
        var lines = ["service" + address]
        if let problem {
            lines.append(
                "  " + style.painted("problem", .yellow) + "  " + SafeText.oneLine(problem))
        } else if let version {
            lines.append("  running  version \(SafeText.escaped(version))")
        } else {
            lines.append("  not running")
        }
        guard let limits else { return lines }
        let bytes = ByteSize(bytes: limits.bytes).defaultValueDescription
        let pixels = PixelCount(pixels: limits.pixels).defaultValueDescription
        let raised = limits.areRaised ? "higher limits for /v1/score" : "not raised"
        lines.append("  limits   \(bytes) a file, \(pixels) a picture, \(raised)")
        if let unit { lines.append("           as " + SafeText.escaped(unit) + " would start it") }
        return lines
    }

    fileprivate var json: JSONValue {
        .object([
            ("socket", socket.map { .string($0) } ?? .null),
            ("running", .bool(version != nil)),
            ("version", version.map { .string($0) } ?? .null),
            (
                "limits",
                limits.map {
                    .object([
                        ("maxScoreBytes", .integer($0.bytes)),
                        ("maxScorePixels", .integer($0.pixels)), ("raised", .bool($0.areRaised)),
                    ])
                } ?? .null
            ),
            ("unit", unit.map { .string($0) } ?? .null),
            ("problem", problem.map { .string($0) } ?? .null),
        ])
    }
}
