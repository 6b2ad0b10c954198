/// Builds an SVG drawing piece by piece.
///
/// Colors are the theme's custom properties, with the light theme's colors as fallbacks. They are
/// attributes because the page's content security policy blocks inline styles.
struct Drawing {
    /// The width of every chart, in the drawing's units: the width of a panel at design size.
    static let width = 560.0
    /// The text size.
    static let letters = 22.0
    /// The size of secondary text.
    static let smallLetters = 18.0

    /// A color of the theme.
    enum Colour: String {
        case ink = "var(--ink, #22303a)"
        case inkSoft = "var(--ink-soft, #4c5a63)"
        case panel = "var(--panel, #fffdf8)"
        case line = "var(--line, #6b7c86)"
        case lineSoft = "var(--line-soft, #c9c5b9)"
        case main = "var(--main, #1f5f7a)"
        case right = "var(--right, #2b6a4b)"
        case rightGround = "var(--right-ground, #d9eee0)"
        case gone = "var(--gone, #e6e2d8)"
        case none
    }

    /// The alignment of a text relative to its point.
    enum Anchor: String {
        case start, middle, end
    }

    private let id: String
    private var body = ""
    private var patterns = ""

    /// Creates a drawing whose identifiers start with a prefix.
    init(id: String) {
        self.id = id
    }

    /// The finished drawing.
    ///
    /// - Parameters:
    ///   - height: In the units of ``width``.
    ///   - title: The title.
    ///   - about: A description of the content.
    /// - Returns: An `svg` element.
    func finished(height: Double, title: String, about: String) -> String {
        """
        <svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 \(Self.number(Self.width)) \
        \(Self.number(height))" aria-labelledby="\(id)-title \(id)-about" \
        font-size="\(Self.number(Self.letters))"><title id="\(id)-title">\(Self.escaped(title))\
        </title><desc id="\(id)-about">\(Self.escaped(about))</desc>\
        \(patterns.isEmpty ? "" : "<defs>\(patterns)</defs>")\(body)</svg>
        """
    }

    /// Draws a text; `y` is its baseline.
    mutating func text(
        _ text: String, x: Double, y: Double, _ anchor: Anchor = .start, colour: Colour = .ink,
        size: Double = Self.letters, bold: Bool = false, halo: Bool = false, turned: Double = 0
    ) {
        element(
            "text",
            [
                ("x", Self.number(x)), ("y", Self.number(y)),
                ("text-anchor", anchor == .start ? nil : anchor.rawValue),
                ("fill", colour.rawValue),
                ("font-size", size == Self.letters ? nil : Self.number(size)),
                ("font-weight", bold ? "700" : nil),
                // A background-colored outline keeps text readable on a pattern.
                ("stroke", halo ? Colour.panel.rawValue : nil),
                ("stroke-width", halo ? "6" : nil), ("stroke-linejoin", halo ? "round" : nil),
                ("paint-order", halo ? "stroke" : nil),
                (
                    "transform",
                    turned == 0
                        ? nil
                        : "rotate(\(Self.number(turned)) \(Self.number(x)) \(Self.number(y)))"
                ),
            ], content: text)
    }

    /// Draws a rectangle; does nothing if it has no width or height.
    mutating func rectangle(
        x: Double, y: Double, width: Double, height: Double, fill: Fill, line: Colour = .none,
        lineWidth: Double = 2, round: Double = 0, dashed: Bool = false
    ) {
        guard width > 0, height > 0 else { return }
        let paint: String
        var opacity: String?
        switch fill {
        case .plain(let colour): paint = colour.rawValue
        case .faint(let colour, let strength):
            paint = colour.rawValue
            opacity = "\(Int((strength * 100).rounded()))%"
        case .pattern(let pattern): paint = use(pattern)
        }
        element(
            "rect",
            [
                ("x", Self.number(x)), ("y", Self.number(y)), ("width", Self.number(width)),
                ("height", Self.number(height)), ("rx", round > 0 ? Self.number(round) : nil),
                ("fill", paint), ("fill-opacity", opacity),
                ("stroke", line == .none ? nil : line.rawValue),
                ("stroke-width", line == .none ? nil : Self.number(lineWidth)),
                ("stroke-dasharray", dashed ? "7 4" : nil),
            ])
    }

    /// Draws a straight line.
    mutating func line(
        from: (x: Double, y: Double), to: (x: Double, y: Double), colour: Colour,
        width: Double = 2, dashed: Bool = false
    ) {
        element(
            "line",
            [
                ("x1", Self.number(from.x)), ("y1", Self.number(from.y)),
                ("x2", Self.number(to.x)), ("y2", Self.number(to.y)), ("stroke", colour.rawValue),
                ("stroke-width", Self.number(width)), ("stroke-dasharray", dashed ? "3 6" : nil),
            ])
    }

    /// Draws a line through points; does nothing for fewer than two.
    mutating func path(_ points: [(x: Double, y: Double)], colour: Colour, width: Double = 4) {
        guard points.count > 1 else { return }
        element(
            "polyline",
            [
                (
                    "points",
                    points.map { "\(Self.number($0.x)),\(Self.number($0.y))" }
                        .joined(separator: " ")
                ),
                ("fill", "none"), ("stroke", colour.rawValue), ("stroke-width", Self.number(width)),
                ("stroke-linejoin", "round"), ("stroke-linecap", "round"),
            ])
    }

    /// Draws a dot.
    mutating func dot(x: Double, y: Double, radius: Double, colour: Colour) {
        element(
            "circle",
            [
                ("cx", Self.number(x)), ("cy", Self.number(y)), ("r", Self.number(radius)),
                ("fill", colour.rawValue),
            ])
    }

    private mutating func element(
        _ name: String, _ attributes: [(String, String?)], content: String? = nil
    ) {
        body += "<\(name)"
        for (attribute, value) in attributes {
            if let value { body += " \(attribute)=\"\(value)\"" }
        }
        body += content.map { ">\(Self.escaped($0))</\(name)>" } ?? "/>"
    }
}

// MARK: - Patterns

extension Drawing {
    /// The fill of a shape.
    enum Fill {
        case plain(Colour)
        /// A tint of a color with this opacity, 0…1.
        case faint(Colour, Double)
        case pattern(Pattern)
    }

    /// A pattern, so that parts differ not only by color.
    enum Pattern: String {
        case stripes, dots
    }

    private mutating func use(_ pattern: Pattern) -> String {
        let name = "\(id)-\(pattern.rawValue)"
        guard !patterns.contains("\"\(name)\"") else { return "url(#\(name))" }
        switch pattern {
        case .stripes:
            patterns += """
                <pattern id="\(name)" width="12" height="12" patternUnits="userSpaceOnUse" \
                patternTransform="rotate(45)"><rect width="12" height="12" \
                fill="\(Colour.rightGround.rawValue)"/><rect width="3" height="12" \
                fill="\(Colour.right.rawValue)"/></pattern>
                """
        case .dots:
            patterns += """
                <pattern id="\(name)" width="10" height="10" patternUnits="userSpaceOnUse">\
                <rect width="10" height="10" fill="\(Colour.gone.rawValue)"/><circle cx="5" cy="5" \
                r="1.5" fill="\(Colour.line.rawValue)"/></pattern>
                """
        }
        return "url(#\(name))"
    }
}

// MARK: - Text

extension Drawing {
    /// Escapes text for an element or an attribute; removes control characters.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            case _ where scalar.properties.generalCategory == .control: continue
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    /// A number with at most one decimal.
    static func number(_ value: Double) -> String {
        let tenths = (value * 10).rounded() / 10
        return tenths == tenths.rounded() ? "\(Int(tenths))" : "\(tenths)"
    }
}
