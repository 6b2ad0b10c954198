/// A table with a left-aligned first column and right-aligned others, separated by two blanks.
package struct AlignedTable {
    /// The names of the columns.
    package let header: [String]
    /// The lines; each has a cell for each column.
    package let rows: [[String]]

    /// Makes a table.
    package init(header: [String], rows: [[String]]) {
        self.header = header
        self.rows = rows
    }

    /// The header and a line for each row, each with a line break.
    package func text(style: TerminalStyle) -> String {
        let widths = header.indices.map { column in
            ([header] + rows).map { $0[column].count }.max() ?? 0
        }
        func line(_ cells: [String]) -> String {
            let padded = cells.enumerated().map { column, cell in
                let blanks = String(repeating: " ", count: widths[column] - cell.count)
                return column == 0 ? cell + blanks : blanks + cell
            }
            return padded.joined(separator: "  ") + "\n"
        }
        return style.painted(String(line(header).dropLast()), .dim) + "\n"
            + rows.map(line).joined()
    }
}
