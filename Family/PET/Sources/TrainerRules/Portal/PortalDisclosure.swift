/// Decides what an edition may publish, so that no player can be identified, even by subtraction.
///
/// - A cell is published if at least ``fewest`` players contribute and none of them more than half
///   of it.
/// - A published cell changes only when the sums of at least ``fewest`` players have changed, so
///   that the difference of two editions never concerns fewer; until then the former figures stay.
///   If a player's sums were removed, the cell is withheld instead.
/// - If a cell and nearly all its parts could be published, further parts are withheld until the
///   remainder covers at least about ``fewest`` players in each row and column, and no single cell
///   can be computed from the totals of rows and columns.
/// - All figures are rounded (``PortalEdition/Figures``).
public struct PortalDisclosure: Sendable {
    /// Minimum number of players behind a figure.
    public static let fewest = 10

    private let former: PortalEdition?
    private let number: Int
    private var entries: [PortalCell: PortalCollection.Entry] = [:]
    private var published: Set<PortalCell> = []
    private var lines: [Line] = []

    /// A cell that is the sum of others.
    private struct Line {
        let whole: PortalCell?
        let parts: [PortalCell]
    }

    /// Makes an edition from the data collected since the former one.
    public static func edition(
        _ number: Int, on day: Day, of collection: PortalCollection, after former: PortalEdition?
    ) -> PortalEdition {
        var rule = PortalDisclosure(former: former, number: number)
        for entry in collection.entries where !entry.counts.isEmpty {
            rule.entries[entry.cell] = entry
            if rule.isPublishable(entry) { rule.published.insert(entry.cell) }
        }
        rule.lines = rule.makeLines()
        rule.withholdComplements()
        return rule.edition(on: day)
    }

    private init(former: PortalEdition?, number: Int) {
        self.former = former
        self.number = number
    }

    // MARK: - One cell

    private func isRenewed(_ entry: PortalCollection.Entry) -> Bool {
        entry.base == nil || entry.changed >= Self.fewest
    }

    private func isPublishable(_ entry: PortalCollection.Entry) -> Bool {
        guard entry.players.count >= Self.fewest, entry.most * 2 <= entry.counts[.asked] else {
            return false
        }
        if isRenewed(entry) { return true }
        return former?.figures[entry.cell.description] != nil && !entry.hasRemovals
    }

    private func figures(_ entry: PortalCollection.Entry) -> PortalEdition.Figures {
        if !isRenewed(entry), let standing = former?.figures[entry.cell.description] {
            return standing
        }
        var whole = 0
        if entry.cell.table.family == .confusion {
            whole = entries.values.filter {
                $0.cell.table == entry.cell.table && $0.cell.values[0] == entry.cell.values[0]
            }.map { $0.counts[.asked] }.reduce(0, +)
        }
        return .init(
            entry.counts, players: entry.players.count, whole: whole, since: number)
    }

    private func edition(on day: Day) -> PortalEdition {
        var edition = PortalEdition(number: number, day: day)
        for (cell, entry) in entries {
            if published.contains(cell) {
                edition.figures[cell.description] = figures(entry)
            } else {
                edition.withheld.insert(cell.description)
            }
        }
        return edition
    }

    // MARK: - Subtraction

    private func makeLines() -> [Line] {
        var parts: [PortalCell: [PortalTable: [PortalCell]]] = [:]
        var rows: [String: [PortalCell]] = [:]
        // Uses a fixed order, so that the same sums always give the same edition.
        for cell in entries.keys.sorted(by: { $0.description < $1.description }) {
            if cell.table.family == .confusion {
                rows[cell.values[0], default: []].append(cell)
            }
            for dimension in cell.table.dimensions {
                guard let whole = cell.parent(without: dimension) else { continue }
                parts[whole, default: [:]][cell.table, default: []].append(cell)
            }
        }
        let sums = parts.sorted { $0.key.description < $1.key.description }.flatMap {
            whole, tables in
            tables.sorted { $0.key.name < $1.key.name }.map { Line(whole: whole, parts: $0.value) }
        }
        return sums
            + rows.sorted { $0.key < $1.key }.map { Line(whole: nil, parts: $0.value) }
    }

    private mutating func withholdComplements() {
        var isStable = false
        while !isStable {
            isStable = true
            for line in lines where leavesTooFew(line) {
                guard let next = smallest(line.parts) else { continue }
                published.remove(next)
                isStable = false
            }
            if isStable, let next = cellRevealingAnother() {
                published.remove(next)
                isStable = false
            }
        }
    }

    /// Whether the remainder after subtracting the published parts covers too few players.
    private func leavesTooFew(_ line: Line) -> Bool {
        if let whole = line.whole, !published.contains(whole) { return false }
        let hidden = line.parts.filter { !published.contains($0) }
        guard !hidden.isEmpty, hidden.count < line.parts.count else { return false }
        var players = PlayerSet()
        for cell in hidden {
            if let entry = entries[cell] { players.formUnion(entry.players) }
        }
        return players.count < Self.fewest
    }

    private func smallest(_ cells: [PortalCell]) -> PortalCell? {
        cells.filter(published.contains).min { left, right in
            let a = entries[left]?.players.count ?? 0
            let b = entries[right]?.players.count ?? 0
            return (a, left.description) < (b, right.description)
        }
    }

    /// In a table of two properties: a published cell that must be withheld, because otherwise a
    /// withheld cell of few players could be computed from the totals of rows and columns; nil if
    /// there is none.
    ///
    /// In the graph with rows and columns as vertices and withheld cells as edges, a cell can be
    /// computed exactly if its edge is on no cycle (Gusfield, "A graph theoretic approach to
    /// statistical data security", 1988).
    private func cellRevealingAnother() -> PortalCell? {
        for table in PortalTable.all where table.dimensions.count == 2 {
            let cells = entries.keys.filter { $0.table == table }
                .sorted { $0.description < $1.description }
            let hidden = cells.filter { !published.contains($0) }
            for cell in hidden where (entries[cell]?.players.count ?? 0) < Self.fewest {
                guard !isOnCycle(cell, in: hidden) else { continue }
                let line = cells.filter { $0.values[0] == cell.values[0] }
                let column = cells.filter { $0.values[1] == cell.values[1] }
                // A withheld total reveals nothing.
                guard isRevealed(cell), let next = smallest(line) ?? smallest(column) else {
                    continue
                }
                return next
            }
        }
        return nil
    }

    private func isRevealed(_ cell: PortalCell) -> Bool {
        guard cell.table.family != .confusion else { return false }
        return cell.table.dimensions.compactMap { cell.parent(without: $0) }
            .allSatisfy(published.contains)
    }

    private func isOnCycle(_ cell: PortalCell, in hidden: [PortalCell]) -> Bool {
        var reached: Set<String> = ["row " + cell.values[0]]
        var grows = true
        while grows {
            grows = false
            for other in hidden where other != cell {
                let ends = ["row " + other.values[0], "column " + other.values[1]]
                let known = ends.filter(reached.contains).count
                guard known == 1 else { continue }
                reached.formUnion(ends)
                grows = true
            }
        }
        return reached.contains("column " + cell.values[1])
    }
}
