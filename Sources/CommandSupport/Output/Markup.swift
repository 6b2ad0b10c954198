import FacialFunWire
import FoundationEssentials

/// Text escaped for HTML and SVG.
package enum Markup {
    /// Escapes characters with a meaning in markup; safe in content and quoted attributes.
    package static func escaped(_ text: String) -> String {
        var result = ""
        for character in SafeText.escaped(text) {
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            default: result.append(character)
            }
        }
        return result
    }

    /// A coordinate or length, with two decimals.
    package static func number(_ value: Double) -> String { FixedPoint.text(value, decimals: 2) }

    /// A PNG file as a data URL.
    package static func dataAddress(png: [UInt8]) -> String {
        "data:image/png;base64," + Data(png).base64EncodedString()
    }

    /// A JPEG file as a data URL.
    package static func dataAddress(jpeg: [UInt8]) -> String {
        "data:image/jpeg;base64," + Data(jpeg).base64EncodedString()
    }

    /// A table; every cell is escaped.
    package static func table(header: [String], rows: [[String]]) -> String {
        let head = header.map { "<th>\(escaped($0))</th>" }.joined()
        let body = rows.map { row in
            let cells = row.enumerated().map { column, cell in
                column == 0 ? "<th>\(escaped(cell))</th>" : "<td>\(escaped(cell))</td>"
            }
            return "<tr>\(cells.joined())</tr>\n"
        }
        return "<div class=\"wide\"><table>\n<tr>\(head)</tr>\n\(body.joined())</table></div>\n"
    }
}
