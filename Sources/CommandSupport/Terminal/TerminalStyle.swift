import Glibc

/// Capabilities of the terminal behind an output.
package struct TerminalStyle: Hashable, Sendable {
    /// Whether to use colors.
    package var colors: Bool
    /// Whether to use characters beyond ASCII.
    package var unicode: Bool

    /// Makes a style.
    package init(colors: Bool, unicode: Bool) {
        self.colors = colors
        self.unicode = unicode
    }

    /// The style of a descriptor: colors only on a terminal, and not if `NO_COLOR` (no-color.org)
    /// is set and not empty, the terminal is dumb or they are disabled; other characters if the
    /// locale is UTF-8.
    package init(isTerminal: Bool, refusesColors: Bool, environment: [String: String]) {
        let noColor = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
        colors =
            isTerminal && !refusesColors && !noColor && environment["TERM"] != "dumb"
            && environment["TERM"] != nil
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy
            .compactMap { environment[$0] }.first { !$0.isEmpty }
        let encoding = (locale ?? "").lowercased()
        unicode = encoding.hasSuffix("utf-8") || encoding.hasSuffix("utf8")
    }

    /// The text in a color or weight, if colors are enabled.
    package func painted(_ text: String, _ paint: Paint) -> String {
        colors ? "\u{1B}[\(paint.rawValue)m\(text)\u{1B}[0m" : text
    }

    /// Colors and weights, as SGR parameters of ECMA-48.
    package enum Paint: String {
        case bold = "1"
        case dim = "2"
        case red = "31"
        case green = "32"
        case yellow = "33"
        case cyan = "36"
    }
}
