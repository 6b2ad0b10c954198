import TrainerRules

/// The template values of the portal (I1).
struct PortalPage {
    /// The tables on the first page.
    static let overview = [
        "emotion", "confusion", "learning", "level", "age", "picture", "part", "questions",
        "faces-emotion", "faces-level",
    ]

    let edition: PortalEdition
    let words: PortalWords
    /// The query of every link on the page: the edition, if the request names one.
    let query: String
    /// The requested values of the page's filter.
    let only: [PortalTable.Dimension: String]

    /// The values of a page with the given tables.
    func values(_ tables: [PortalTable], editions: [(number: Int, day: Day)]) -> [String: Any] {
        let all = edition.figures["all"]
        let faces = edition.figures["faces"]
        var values: [String: Any] = [
            "edition": edition.number, "day": date(edition.day),
            "isEmpty": edition.figures.isEmpty,
            "isOverview": tables.count > 1,
            "sections": tables.map(section),
            "menu": PortalTable.all.filter { !$0.dimensions.isEmpty }.map {
                table -> [String: Any] in
                [
                    "title": words.short(table), "address": address(table),
                    "chosen": tables.count == 1 && tables[0] == table,
                ]
            },
            "permanent": "/statistics\(tables.count == 1 ? "/\(tables[0].name)" : "")"
                + "?edition=\(edition.number)" + filter,
            "csv": "/statistics/\(tables.count == 1 ? tables[0].name : "data").csv"
                + "?edition=\(edition.number)" + filter,
            "editions": editions.suffix(12).reversed().map { edition -> [String: Any] in
                [
                    "number": edition.number, "day": date(edition.day),
                    "chosen": edition.number == self.edition.number,
                ]
            },
            "licence": PortalCSV.licence, "licenceAddress": PortalCSV.licenceAddress,
        ]
        if let all {
            values["whole"] = [
                "players": all.players, "answers": Self.grouped(all.answers),
                "first": all.firstRight,
            ]
        }
        if let faces {
            values["faces"] = ["players": faces.players, "answers": Self.grouped(faces.answers)]
        }
        return values
    }

    private var filter: String {
        only.sorted { $0.key.rawValue < $1.key.rawValue }
            .map { "&\($0.key.rawValue)=\($0.value)" }.joined()
    }

    private func address(_ table: PortalTable) -> String { "/statistics/\(table.name)\(query)" }

    // MARK: - A table

    private func section(_ table: PortalTable) -> [String: Any] {
        let rows = rows(table)
        var values: [String: Any] = [
            "id": table.name, "title": words.title(table), "address": address(table),
            "note": words("note.\(table.family.rawValue)"),
            "columns": table.dimensions.map { words.name($0) }
                + columns(table.family).map { words("head.\($0)") },
            "rows": rows,
            "isEmpty": rows.isEmpty,
        ]
        if only.isEmpty, let svg = PortalChart(edition: edition, words: words).svg(table) {
            values["svg"] = svg
        }
        return values
    }

    private func columns(_ family: PortalTable.Family) -> [String] {
        switch family {
        case .answers: ["first", "later", "skips", "tips", "seconds", "answers", "players"]
        case .faces: ["matched", "seen", "skips", "hints", "seconds", "showings", "players"]
        case .learning: ["first", "answers", "players"]
        case .confusion: ["chosen", "first_answers", "players"]
        }
    }

    private func rows(_ table: PortalTable) -> [[String: Any]] {
        PortalTable.rows(table, only: only).compactMap { values -> [String: Any]? in
            let name = PortalCell(table, values).description
            let heads = zip(table.dimensions, values).map { words.name($1, of: $0) }
            let width = columns(table.family).count
            if let figures = edition.figures[name] {
                return ["heads": heads, "cells": cells(figures, table.family)]
            }
            guard edition.withheld.contains(name) else { return nil }
            return ["heads": heads, "cells": Array(repeating: "–", count: width)]
        }
    }

    private func cells(
        _ figures: PortalEdition.Figures, _ family: PortalTable.Family
    ) -> [String] {
        let behind = [Self.grouped(figures.answers), "\(figures.players)"]
        guard family == .answers || family == .faces else {
            return ["\(figures.firstRight) %"] + behind
        }
        return [
            "\(figures.firstRight) %", "\(figures.laterRight) %", "\(figures.skipped)",
            "\(figures.tips)",
            figures.tenths > 0 ? "\(figures.tenths / 10).\(figures.tenths % 10) s" : "–",
        ] + behind
    }

    /// Formats a number with a narrow no-break space as the thousands separator.
    static func grouped(_ number: Int) -> String {
        var text = ""
        for (index, digit) in String(number).reversed().enumerated() {
            if index > 0, index % 3 == 0 { text.append("\u{202F}") }
            text.append(digit)
        }
        return String(text.reversed())
    }

    private func date(_ day: Day) -> String {
        let parts = day.parts
        return words(
            "date",
            [
                "day": "\(parts.day)", "month": words("month.\(parts.month)"),
                "year": "\(parts.year)",
            ])
    }
}
