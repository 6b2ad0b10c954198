import FacialFunWire

/// A table of paths and labels: CSV (RFC 4180) with a header that contains the columns `path` and
/// `label`, and optionally `person`; other columns are ignored.
package struct LabelTable: Sendable {
    /// One picture of the table.
    package struct Row: Hashable, Sendable {
        /// Path as written in the table.
        package let path: String
        /// Label as written in the table.
        package let label: String
        /// The person; nil without that column or if it is empty.
        package var person: String?
        /// The first line of the row, from 1.
        package let line: Int
    }

    /// The rows below the header, without empty lines.
    package let rows: [Row]

    /// Parses a table.
    ///
    /// - Parameters:
    ///   - bytes: UTF-8, with or without a byte order mark; lines end in LF or CRLF.
    ///   - name: The table's name, for errors.
    /// - Throws: ``CommandError`` with the invalid line.
    package init(bytes: [UInt8], name: String) throws(CommandError) {
        var records = try Self.records(of: bytes, name: name)
        guard !records.isEmpty else {
            throw CommandError(
                code: .labels, message: "\(name) is empty: its first line must be path,label")
        }
        let header = records.removeFirst().fields
        guard let path = header.firstIndex(of: "path"), let label = header.firstIndex(of: "label")
        else {
            throw CommandError(
                code: .labels,
                message: "\(name), line 1: the header must name the columns path and label")
        }
        let person = header.firstIndex(of: "person")
        var rows: [Row] = []
        for record in records {
            guard record.fields.count == header.count else {
                throw CommandError(
                    code: .labels,
                    message: """
                        \(name), line \(record.line): \
                        \(Counted.text(record.fields.count, "column")) where the \
                        header has \(header.count)
                        """)
            }
            guard !record.fields[path].isEmpty else {
                throw CommandError(
                    code: .labels, message: "\(name), line \(record.line): the path is empty")
            }
            rows.append(
                Row(
                    path: record.fields[path], label: record.fields[label],
                    person: person.flatMap {
                        record.fields[$0].isEmpty ? nil : record.fields[$0]
                    }, line: record.line))
        }
        self.rows = rows
    }

    private struct Record {
        var fields: [String]
        let line: Int
    }

    private static func records(of bytes: [UInt8], name: String) throws(CommandError) -> [Record] {
        let (quote, comma) = (UInt8(ascii: "\""), UInt8(ascii: ","))
        let (newLine, carriageReturn) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        var offset = bytes.starts(with: mark) ? mark.count : 0
        var records: [Record] = []
        var line = 1
        while offset < bytes.count {
            var record = Record(fields: [], line: line)
            var isComplete = false
            while !isComplete {
                var field: [UInt8] = []
                if offset < bytes.count, bytes[offset] == quote {
                    offset += 1
                    while true {
                        guard offset < bytes.count else {
                            throw CommandError(
                                code: .labels,
                                message: "\(name), line \(record.line): a quote is not closed")
                        }
                        if bytes[offset] == quote {
                            guard offset + 1 < bytes.count, bytes[offset + 1] == quote else {
                                break
                            }
                            offset += 1
                        }
                        if bytes[offset] == newLine { line += 1 }
                        field.append(bytes[offset])
                        offset += 1
                    }
                    offset += 1
                }
                while offset < bytes.count, bytes[offset] != comma, bytes[offset] != newLine {
                    field.append(bytes[offset])
                    offset += 1
                }
                isComplete = offset >= bytes.count || bytes[offset] == newLine
                if isComplete, field.last == carriageReturn { field.removeLast() }
                record.fields.append(String(decoding: field, as: UTF8.self))
                offset += 1
            }
            line += 1
            if let problem = record.fields.lazy.compactMap(CombiningMarks.problem).first {
                throw CommandError(
                    code: .labels, message: "\(name), line \(record.line): a field \(problem)")
            }
            if record.fields.count > 1 || record.fields.first?.isEmpty == false {
                records.append(record)
            }
        }
        return records
    }
}
