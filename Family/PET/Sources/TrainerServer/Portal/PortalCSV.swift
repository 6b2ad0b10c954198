import TrainerRules

/// An edition as comma-separated values (RFC 4180), one line for each cell with data.
struct PortalCSV {
    /// The SPDX identifier of the data's license.
    static let licence = "CC-BY-4.0"
    /// The catalog key of the license text.
    static let licenceAddress = "https://creativecommons.org/licenses/by/4.0/"

    /// The columns, in order; `portal.column.<name>` of the catalog describes each.
    static let columns =
        ["edition", "edition_day", "table"] + PortalTable.Dimension.allCases.map(\.rawValue) + [
            "withheld", "taken_in_edition", "players", "answers", "first_right_percent",
            "later_right_percent", "skips_per_100", "tips_per_100", "mean_seconds", "licence",
        ]

    let edition: PortalEdition

    /// The cells of tables, filtered by the requested values.
    func text(
        _ tables: [PortalTable], only: [PortalTable.Dimension: String] = [:]
    ) -> String {
        var lines = [Self.columns.joined(separator: ",")]
        for table in tables {
            for values in PortalTable.rows(table, only: only) {
                if let line = line(table, values) { lines.append(line) }
            }
        }
        return lines.joined(separator: "\r\n") + "\r\n"
    }

    private func line(_ table: PortalTable, _ values: [String]) -> String? {
        let name = PortalCell(table, values).description
        let figures = edition.figures[name]
        guard figures != nil || edition.withheld.contains(name) else { return nil }
        let known = Dictionary(uniqueKeysWithValues: zip(table.dimensions, values))
        var fields = ["\(edition.number)", edition.day.description, table.name]
        fields += PortalTable.Dimension.allCases.map { known[$0] ?? "" }
        guard let figures else {
            return (fields + ["1"] + Array(repeating: "", count: 8) + [Self.licence])
                .joined(separator: ",")
        }
        fields += [
            "0", "\(figures.since)", "\(figures.players)", "\(figures.answers)",
            "\(figures.firstRight)",
        ]
        // Only the share of first answers applies to a confusion.
        fields +=
            table.family == .confusion
            ? ["", "", "", ""]
            : table.family == .learning
                ? ["", "", "", ""]
                : [
                    "\(figures.laterRight)", "\(figures.skipped)", "\(figures.tips)",
                    figures.tenths > 0 ? "\(figures.tenths / 10).\(figures.tenths % 10)" : "",
                ]
        return (fields + [Self.licence]).joined(separator: ",")
    }

    /// The data dictionary: a description of each column.
    static func dictionary(_ words: PortalWords) -> String {
        let lines =
            ["column,values,meaning"]
            + columns.map { name in
                let dimension = PortalTable.Dimension(rawValue: name)
                let values = dimension.map { PortalTable.values(of: $0).joined(separator: " ") }
                return [
                    name, values ?? words("column.\(name).values"), words("column.\(name).meaning"),
                ]
                .map(quoted).joined(separator: ",")
            }
        return lines.joined(separator: "\r\n") + "\r\n"
    }

    private static func quoted(_ text: String) -> String {
        "\"" + text.replacing("\"", with: "\"\"") + "\""
    }
}
