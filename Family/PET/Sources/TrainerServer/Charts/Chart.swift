/// A chart of the review and its data table.
struct Chart: Hashable, Sendable {
    /// The figures as a table, for screen readers, print, and exact values.
    struct Table: Hashable, Sendable {
        /// The heading of each column.
        var columns: [String]
        /// Formatted cells; every row has one for each column.
        var rows: [[String]]
    }

    /// Unique on a page; prefix of the identifiers in the drawing.
    let id: String
    /// The title.
    let title: String
    /// The drawing: an `svg` element with title and description, without scripts and styles, in the
    /// colors of the page's theme.
    let svg: String
    /// The data table.
    let table: Table
    /// A further note of one sentence; nil if there is none.
    var note: String?
}
