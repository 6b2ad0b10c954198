import TrainerRules

/// The charts of the portal: an edition's data for a table.
struct PortalChart {
    let edition: PortalEdition
    let words: PortalWords

    private static let rowHeight = 44.0
    private static let barHeight = 30.0
    private static let labels = 150.0
    private static let right = 150.0

    /// The chart of a table as an `svg` element; nil if the table has no published data.
    func svg(_ table: PortalTable) -> String? {
        switch (table.family, table.dimensions.count) {
        case (.learning, _): learning(table)
        case (_, 2): grid(table)
        default: bars(table)
        }
    }

    private func told(
        _ table: PortalTable
    ) -> [(value: String, figures: PortalEdition.Figures)] {
        guard let dimension = table.dimensions.first else {
            return edition.figures(table, []).map { [("", $0)] } ?? []
        }
        return PortalTable.values(of: dimension).compactMap { value in
            edition.figures(table, [value]).map { (value, $0) }
        }
    }

    // MARK: - Bars

    private func bars(_ table: PortalTable) -> String? {
        let rows = told(table)
        guard !rows.isEmpty else { return nil }
        var drawing = Drawing(id: "chart-\(table.name)")
        var y = legend(of: table.family, in: &drawing)
        var about: [String] = []
        for row in rows {
            let label = table.dimensions.first.map { words.name(row.value, of: $0) } ?? words("all")
            draw(row.figures, label: label, at: y, in: &drawing)
            about.append(
                words(
                    "about.bar",
                    [
                        "label": label, "first": "\(row.figures.firstRight)",
                        "later": "\(row.figures.laterRight)", "players": "\(row.figures.players)",
                    ]))
            y += Self.rowHeight
        }
        return drawing.finished(
            height: y, title: words.title(table), about: about.joined(separator: " "))
    }

    private func legend(of family: PortalTable.Family, in drawing: inout Drawing) -> Double {
        let names = family == .faces ? ["matched", "seen"] : ["first", "later"]
        let fills: [Drawing.Fill] = [.plain(.right), .pattern(.stripes)]
        var x = 0.0
        for (name, fill) in zip(names, fills) {
            let word = words("share.\(name)")
            drawing.rectangle(
                x: x + 1, y: 3, width: 24, height: 24, fill: fill, line: .line, round: 4)
            drawing.text(word, x: x + 34, y: 22, size: Drawing.smallLetters)
            x += 60 + Double(word.count) * 10
        }
        drawing.text(
            words("players"), x: Drawing.width, y: 22, .end, colour: .inkSoft,
            size: Drawing.smallLetters)
        return 40
    }

    private func draw(
        _ figures: PortalEdition.Figures, label: String, at y: Double, in drawing: inout Drawing
    ) {
        let baseline = y + Self.barHeight / 2 + 7
        let whole = Drawing.width - Self.labels - Self.right
        drawing.text(label, x: 0, y: baseline, size: 20)
        drawing.rectangle(
            x: Self.labels, y: y, width: whole, height: Self.barHeight, fill: .plain(.gone))
        let first = whole * Double(figures.firstRight) / 100
        let later = whole * Double(figures.laterRight) / 100
        drawing.rectangle(
            x: Self.labels, y: y, width: first, height: Self.barHeight, fill: .plain(.right))
        drawing.rectangle(
            x: Self.labels + first, y: y, width: min(later, whole - first),
            height: Self.barHeight, fill: .pattern(.stripes))
        drawing.text(
            "\(figures.firstRight) %", x: Self.labels + whole + 12, y: baseline, bold: true)
        drawing.text(
            "\(figures.players)", x: Drawing.width, y: baseline, .end, colour: .inkSoft, size: 20)
    }

    // MARK: - Two properties

    private func grid(_ table: PortalTable) -> String? {
        let rows = PortalTable.values(of: table.dimensions[0]).filter { holds(table, $0, at: 0) }
        let columns = PortalTable.values(of: table.dimensions[1]).filter { holds(table, $0, at: 1) }
        let cells = rows.map { row in columns.map { edition.figures(table, [row, $0]) } }
        guard cells.contains(where: { $0.contains { $0 != nil } }) else { return nil }
        let isConfusion = table.family == .confusion
        var drawing = Drawing(id: "chart-\(table.name)")
        let longest = columns.map { words.name($0, of: table.dimensions[1]).count }.max() ?? 0
        let heads = 34 + Double(longest) * 9
        let width = (Drawing.width - Self.labels - 30) / Double(columns.count)
        drawing.text(
            words(
                isConfusion
                    ? "share.chosen" : table.family == .faces ? "share.matched" : "share.first")
                + ", %",
            x: 0, y: 20, colour: .inkSoft, size: Drawing.smallLetters)
        for (index, column) in columns.enumerated() {
            drawing.text(
                words.name(column, of: table.dimensions[1]),
                x: Self.labels + (Double(index) + 0.5) * width + 4, y: heads - 8, size: 18,
                turned: -55)
        }
        for (line, row) in rows.enumerated() {
            let y = heads + Double(line) * Self.rowHeight
            drawing.text(
                words.name(row, of: table.dimensions[0]), x: 0, y: y + Self.rowHeight / 2 + 7,
                size: 20)
            for index in columns.indices {
                let figures = cells[line][index]
                let x = Self.labels + Double(index) * width
                let share = Double(figures?.firstRight ?? 0) / 100
                let isRight = !isConfusion || row == columns[index]
                drawing.rectangle(
                    x: x + 2, y: y + 2, width: width - 4, height: Self.rowHeight - 4,
                    fill: figures == nil
                        ? .plain(.none) : .faint(isRight ? .right : .main, 0.05 + share * 0.32),
                    line: isConfusion && isRight ? .right : .lineSoft, round: 5)
                drawing.text(
                    figures.map { "\($0.firstRight)" } ?? "–", x: x + width / 2,
                    y: y + Self.rowHeight / 2 + 7, .middle,
                    colour: figures == nil ? .inkSoft : .ink, size: 20)
            }
        }
        return drawing.finished(
            height: heads + Double(rows.count) * Self.rowHeight + 4, title: words.title(table),
            about: words("about.grid"))
    }

    /// Whether a row or column has any data, published or not.
    private func holds(_ table: PortalTable, _ value: String, at index: Int) -> Bool {
        PortalTable.rows(table).contains { values in
            let name = PortalCell(table, values).description
            return values[index] == value
                && (edition.figures[name] != nil || edition.withheld.contains(name))
        }
    }

    // MARK: - Learning

    private func learning(_ table: PortalTable) -> String? {
        let steps = PortalTable.values(of: .step)
        let points = steps.enumerated().compactMap { index, step in
            edition.figures(table, [step]).map { (index: index, figures: $0) }
        }
        guard !points.isEmpty else { return nil }
        var drawing = Drawing(id: "chart-\(table.name)")
        let (left, top, height) = (56.0, 20.0, 240.0)
        let width = (Drawing.width - left - 30) / Double(steps.count - 1)
        func coordinates(_ index: Int, _ percent: Int) -> (x: Double, y: Double) {
            (left + 10 + Double(index) * width, top + height * (1 - Double(percent) / 100))
        }
        for percent in stride(from: 0, through: 100, by: 25) {
            let y = coordinates(0, percent).y
            drawing.line(
                from: (left, y), to: (Drawing.width, y), colour: .lineSoft, width: 1)
            drawing.text(
                "\(percent) %", x: left - 8, y: y + 6, .end, colour: .inkSoft, size: 16)
        }
        drawing.path(points.map { coordinates($0.index, $0.figures.firstRight) }, colour: .right)
        for point in points {
            let spot = coordinates(point.index, point.figures.firstRight)
            drawing.dot(x: spot.x, y: spot.y, radius: 6, colour: .right)
            drawing.text(
                "\(point.figures.firstRight)", x: spot.x, y: spot.y - 12, .middle, size: 16,
                bold: true, halo: true)
        }
        for (index, step) in steps.enumerated() {
            drawing.text(
                words.name(step, of: .step), x: coordinates(index, 0).x + 4, y: top + height + 20,
                .end,
                size: 16, turned: -55)
        }
        drawing.text(
            words("axis.questions"), x: Drawing.width, y: top + height + 104, .end,
            colour: .inkSoft, size: 16)
        return drawing.finished(
            height: top + height + 112, title: words.title(table),
            about: points.map {
                words(
                    "about.step",
                    ["label": steps[$0.index], "first": "\($0.figures.firstRight)"])
            }.joined(separator: " "))
    }
}
