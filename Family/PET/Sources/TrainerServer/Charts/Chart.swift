/// A graph of the review and the table behind it.
struct Chart: Hashable, Sendable {
    /// The figures as a table: for screen readers, for print, and for whoever wants them exactly.
    struct Table: Hashable, Sendable {
        /// What stands in each column.
        var columns: [String]
        /// Texts ready to be read, as many in each row as there are columns.
        var rows: [[String]]
    }

    /// Unique on a page; names of parts of the drawing begin with it.
    let id: String
    /// What it shows.
    let title: String
    /// The drawing: an `svg` element with title and description, without script and style, whose
    /// colours are those of the page's theme.
    let svg: String
    /// The table behind it.
    let table: Table
    /// What is to be known of it besides, in a sentence; nil for nothing.
    var note: String?
}
