/// The sums of all consenting players by cell of the portal's tables, from which an edition is
/// made.
public struct PortalCollection: Sendable {
    /// The data of a cell.
    struct Entry: Sendable {
        let cell: PortalCell
        /// Changes after this edition count as changes of the cell; nil if it was never published.
        let base: Int?
        var counts = PortalCounts()
        var players = PlayerSet()
        /// The largest count of a single player.
        var most = 0
        /// The number of players whose sums have changed since ``base``.
        var changed = 0
        /// Whether sums were removed since ``base``.
        var hasRemovals = false
    }

    private(set) var entries: [Entry] = []
    private var indices: [PortalCell: Int] = [:]
    private var indicesOfKeys: [PortalKey: [Int]] = [:]
    private let former: PortalEdition?
    /// The number of players added.
    public private(set) var players = 0

    /// Makes an empty collection for the edition that follows another.
    public init(after former: PortalEdition?) {
        self.former = former
    }

    /// One group of a player's sums.
    public struct Row: Sendable {
        /// The group.
        public var key: PortalKey
        /// Its sums.
        public var counts: PortalCounts
        /// The edition after which they last changed.
        public var stamp: Int

        /// Makes a row.
        public init(_ key: PortalKey, _ counts: PortalCounts, stamp: Int) {
            self.key = key
            self.counts = counts
            self.stamp = stamp
        }
    }

    /// Adds all sums of one player.
    ///
    /// - Complexity: a dozen additions for each row.
    public mutating func add(_ rows: some Sequence<Row>) {
        var own: [Int: (asked: Int, stamp: Int)] = [:]
        for row in rows {
            for index in cells(of: row.key) {
                entries[index].counts += row.counts
                let before = own[index] ?? (0, .min)
                own[index] = (before.asked + row.counts[.asked], max(before.stamp, row.stamp))
            }
        }
        for (index, sum) in own {
            entries[index].players.insert(players)
            entries[index].most = max(entries[index].most, sum.asked)
            if let base = entries[index].base, sum.stamp >= base { entries[index].changed += 1 }
        }
        players += 1
    }

    /// Records that sums of a group were removed or reduced after an edition.
    public mutating func noteRemoval(_ key: PortalKey, after edition: Int) {
        for index in cells(of: key) {
            if let base = entries[index].base, edition >= base { entries[index].hasRemovals = true }
        }
    }

    private mutating func cells(of key: PortalKey) -> [Int] {
        if let known = indicesOfKeys[key] { return known }
        let found = PortalTable.all.compactMap { table in
            table.values(of: key).map { index(of: PortalCell(table, $0)) }
        }
        indicesOfKeys[key] = found
        return found
    }

    private mutating func index(of cell: PortalCell) -> Int {
        if let known = indices[cell] { return known }
        let base = former?.base(of: cell)
        entries.append(Entry(cell: cell, base: base))
        indices[cell] = entries.count - 1
        return entries.count - 1
    }
}
