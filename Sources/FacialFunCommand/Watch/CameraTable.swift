import CommandSupport
import FacialFun
import FacialFunWire

/// The list of cameras for people.
struct CameraTable {
    /// The devices.
    let cameras: [CameraDescription]
    /// Capabilities of the terminal.
    let style: TerminalStyle

    /// A block for each device.
    var text: String {
        guard !cameras.isEmpty else {
            return "No video device was found. Plug in a camera.\n"
        }
        return cameras.map(block).joined(separator: "\n")
    }

    private func block(of camera: CameraDescription) -> String {
        let path = style.painted(camera.path, .bold)
        let name = camera.name.isEmpty ? "" : "  " + SafeText.oneLine(camera.name)
        guard camera.isUsable else {
            let reason = camera.obstacle?.message ?? ""
            return "\(path)\(name)  \(style.painted("cannot be used", .yellow))\n  "
                + SafeText.oneLine(reason) + "\n"
        }
        let facts = SafeText.oneLine("  \(camera.driver), \(camera.bus)")
        let links = camera.stablePaths.map { "  \(SafeText.oneLine($0))\n" }.joined()
        return "\(path)\(name)\n\(facts)\n\(links)"
            + camera.formats.map(lines).joined()
    }

    /// A line for each frame rate of a format with its sizes.
    private func lines(of format: OfferedFormat) -> String {
        var sizes: [(rates: String, sizes: [String])] = []
        for size in format.sizes {
            let rates = size.rates.map { FixedPoint.text($0, decimals: 0) }.joined(separator: ", ")
            if let index = sizes.firstIndex(where: { $0.rates == rates }) {
                sizes[index].sizes.append(text(of: size))
            } else {
                sizes.append((rates, [text(of: size)]))
            }
        }
        let name = format.pixelFormat?.rawValue ?? "\(format.code), converted"
        return sizes.map { entry in
            let rates =
                entry.rates.isEmpty
                ? "" : " at " + Counted.text(entry.rates, "frame a second", "frames a second")
            return "  \(name)  \(entry.sizes.joined(separator: ", "))\(rates)\n"
        }.joined()
    }

    private func text(of size: OfferedFormat.Size) -> String {
        let times = style.unicode ? "×" : "x"
        let least = "\(size.width)\(times)\(size.height)"
        guard size.stepWidth > 0 else { return least }
        return "\(least) to \(size.maxWidth)\(times)\(size.maxHeight)"
    }
}

extension CameraDescription {
    /// The device as JSON.
    var json: JSONValue {
        .object([
            ("path", .string(path)), ("stablePaths", .array(stablePaths.map { .string($0) })),
            ("name", .string(name)), ("driver", .string(driver)), ("bus", .string(bus)),
            ("usable", .bool(isUsable)),
            (
                "obstacle",
                obstacle.map {
                    .object([
                        ("code", .string($0.code.rawValue)), ("message", .string($0.message)),
                    ])
                } ?? .null
            ),
            ("formats", .array(formats.map(\.json))),
        ])
    }
}

extension OfferedFormat {
    fileprivate var json: JSONValue {
        .object([
            ("code", .string(code.description)), ("name", .string(name)),
            ("pixelFormat", pixelFormat.map { .string($0.rawValue) } ?? .null),
            (
                "sizes",
                .array(
                    sizes.map { size in
                        .object([
                            ("width", .integer(size.width)), ("height", .integer(size.height)),
                            ("maxWidth", .integer(size.maxWidth)),
                            ("maxHeight", .integer(size.maxHeight)),
                            ("framesPerSecond", .array(size.rates.map { .number($0) })),
                        ])
                    })
            ),
        ])
    }
}
