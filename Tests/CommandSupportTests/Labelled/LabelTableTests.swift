import Testing

@testable import CommandSupport

struct LabelTableTests {
    private func rows(_ text: String) throws -> [LabelTable.Row] {
        try LabelTable(bytes: Array(text.utf8), name: "labels.csv").rows
    }

    @Test func columnsAreFoundByName() throws {
        let rows = try rows("rater,label,path\nx,fear,a.png\ny,anger,b/c.jpg\n")
        #expect(
            rows == [
                LabelTable.Row(path: "a.png", label: "fear", line: 2),
                LabelTable.Row(path: "b/c.jpg", label: "anger", line: 3),
            ])
    }

    @Test func quotesByteOrderMarksAndForeignLineEndingsAreRead() throws {
        let rows = try rows(
            "\u{FEFF}path,label\r\n\"a, \"\"b\"\"\nc.png\",fear\r\n\r\nd.png,anger")
        #expect(
            rows == [
                LabelTable.Row(path: "a, \"b\"\nc.png", label: "fear", line: 2),
                LabelTable.Row(path: "d.png", label: "anger", line: 5),
            ])
    }

    @Test(arguments: [
        ("", "path,label"),
        ("file,emotion\na.png,fear\n", "line 1"),
        ("path,label\na.png,fear\nb.png\n", "line 3: 1 column where"),
        ("path,label\n,fear\n", "line 2: the path is empty"),
        ("path,label\n\"a.png,fear\n", "line 2: a quote is not closed"),
    ])
    func errorsNameTheirLine(text: String, part: String) {
        #expect {
            try rows(text)
        } throws: { error in
            (error as? CommandError)?.message.contains(part) == true
        }
    }
}
