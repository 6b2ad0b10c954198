import FacialFunWire
import Testing

@testable import TrainerRules

/// An attacker who has every edition of the portal and subtracts figures.
///
/// The tests subtract cells from their totals and editions from each other, and compare the results
/// with the players behind the figures.
@Suite struct PortalDisclosureTests {
    /// Players with their sums, from which editions are made.
    struct World {
        typealias Sums = [PortalKey: PortalCounts]
        var players: [Int: Sums] = [:]
        var stamps: [Int: [PortalKey: Int]] = [:]
        var leavings: [PortalKey: Int] = [:]
        var editions: [PortalEdition] = []
        /// Each player's counts in each cell at the time of each edition.
        var truth: [[PortalCell: [Int: PortalCounts]]] = []

        mutating func add(_ key: PortalKey, _ counts: PortalCounts, of player: Int) {
            players[player, default: [:]][key, default: PortalCounts()] += counts
            stamps[player, default: [:]][key] = editions.count
        }

        mutating func remove(_ player: Int) {
            for key in (players[player] ?? [:]).keys { leavings[key] = editions.count }
            players[player] = nil
            stamps[player] = nil
        }

        mutating func publish() {
            var collection = PortalCollection(after: editions.last)
            var cells: [PortalCell: [Int: PortalCounts]] = [:]
            for (player, sums) in players.sorted(by: { $0.key < $1.key }) {
                collection.add(
                    sums.map { .init($0.key, $0.value, stamp: stamps[player]?[$0.key] ?? 0) })
                for (key, counts) in sums {
                    for table in PortalTable.all {
                        guard let values = table.values(of: key) else { continue }
                        cells[PortalCell(table, values), default: [:]][
                            player, default: PortalCounts()] += counts
                    }
                }
            }
            for (key, edition) in leavings { collection.noteRemoval(key, after: edition) }
            editions.append(
                PortalDisclosure.edition(
                    editions.count + 1, on: Day(20_000 + 7 * editions.count), of: collection,
                    after: editions.last))
            truth.append(cells)
        }

        /// Adds random play of a child.
        mutating func play(_ player: Int, by chance: inout SeededGenerator) {
            let emotions: [Emotion] = [.happiness, .fear, .sadness, .disgust]
            let emotion = emotions[min(3, Int.random(in: 0...5, using: &chance) * player % 7 % 4)]
            let level = 1 + player % 5 % Int.random(in: 1...5, using: &chance)
            var counts = PortalCounts()
            counts[.asked] = Int.random(in: 1...12, using: &chance)
            counts[.firstRight] = Int.random(in: 0...counts[.asked], using: &chance)
            counts[.milliseconds] = counts[.asked] * 3000
            counts[.timed] = counts[.asked]
            let age = AgeBand.allCases[player % 4]
            add(
                .answers(
                    .init(
                        level: level, emotion: emotion,
                        form: [.cartoon, .person, .situation][level % 3],
                        part: player % 11 == 0 ? .eyes : .whole, probe: player % 9 == 0, age: age)),
                counts, of: player)
            add(.learning(step: Int.random(in: 0...3, using: &chance)), counts, of: player)
            add(.confusion(shown: emotion, chosen: .fear), counts, of: player)
            add(.faces(level: level, emotion: emotion, age: age), counts, of: player)
        }
    }

    /// Weeks in which children play, join and leave, in small or large numbers.
    static func world(seed: UInt64) -> World {
        var chance = SeededGenerator(seed: seed)
        var world = World()
        var next = 0
        for week in 0..<8 {
            for _ in 0..<Int.random(in: week == 0 ? 12...60 : 0...4, using: &chance) {
                for _ in 0..<Int.random(in: 1...9, using: &chance) { world.play(next, by: &chance) }
                next += 1
            }
            for player in world.players.keys.sorted()
            where Int.random(in: 0..<(week % 2 == 0 ? 2 : 12), using: &chance) == 0 {
                world.play(player, by: &chance)
            }
            if week > 1, let gone = world.players.keys.sorted().randomElement(using: &chance) {
                world.remove(gone)
            }
            world.publish()
        }
        return world
    }

    @Test(arguments: 1...25)
    func everyFigureCoversAtLeastTenPlayers(seed: UInt64) throws {
        let world = Self.world(seed: seed)
        var told = 0
        for (edition, cells) in zip(world.editions, world.truth) {
            for (cell, players) in cells {
                guard let figures = edition.figures[cell.description] else { continue }
                told += 1
                #expect(players.count >= 10)
                #expect(figures.players % 10 == 0 && figures.players >= 10)
                #expect(figures.answers % 10 == 0)
                let taken = try #require(world.truth[figures.since - 1][cell])
                let asked = taken.values.map { $0[.asked] }
                #expect(taken.count >= 10)
                #expect((asked.max() ?? 0) * 2 <= asked.reduce(0, +), "\(cell)")
            }
            #expect(edition.figures.count + edition.withheld.count == cells.count)
        }
        #expect(told > 0)
    }

    @Test(arguments: 1...25)
    func differencesOfTotalsAndPartsCoverAtLeastTenPlayers(seed: UInt64) {
        let world = Self.world(seed: seed)
        for (edition, cells) in zip(world.editions, world.truth) {
            var left: [String: Set<Int>] = [:]
            for (cell, players) in cells where edition.figures[cell.description] == nil {
                for dimension in cell.table.dimensions {
                    guard let whole = cell.parent(without: dimension),
                        edition.figures[whole.description] != nil
                    else { continue }
                    left["\(whole) by \(cell.table.name)", default: []].formUnion(players.keys)
                }
                if cell.table.family == .confusion {
                    let row = cells.keys.filter {
                        $0.table == cell.table && $0.values[0] == cell.values[0]
                            && edition.figures[$0.description] != nil
                    }
                    if !row.isEmpty {
                        left["confusion of \(cell.values[0])", default: []]
                            .formUnion(players.keys)
                    }
                }
            }
            for (line, players) in left {
                #expect(players.count >= 10, "\(line) of edition \(edition.number)")
            }
        }
    }

    @Test(arguments: 1...25)
    func differencesOfEditionsCoverAtLeastTenPlayers(seed: UInt64) throws {
        let world = Self.world(seed: seed)
        var renewed = 0
        for later in world.editions.indices.dropFirst() {
            let (before, after) = (world.editions[later - 1], world.editions[later])
            for (cell, players) in world.truth[later] {
                guard let figures = after.figures[cell.description] else { continue }
                let standing = before.figures[cell.description]
                guard figures.since == after.number else {
                    #expect(figures == standing)
                    continue
                }
                // The attacker's knowledge about the cell: its former figures, or those that could
                // be computed at that time.
                guard
                    let base = standing?.since
                        ?? (before.withheld.contains(cell.description) ? before.number : nil)
                else { continue }
                let known = world.truth[base - 1][cell] ?? [:]
                let changed = players.filter { known[$0.key] != $0.value }
                #expect(changed.count >= 10, "\(cell) of edition \(after.number)")
                renewed += 1
            }
        }
        #expect(renewed > 0)
    }

    @Test(arguments: 1...25)
    func playerWhoLeavesIsExcludedFromTheNextEdition(seed: UInt64) throws {
        let world = Self.world(seed: seed)
        for (index, edition) in world.editions.enumerated() {
            let here = Set(world.truth[index].values.flatMap(\.keys))
            for (name, figures) in edition.figures {
                let (cell, _) = try #require(
                    world.truth[figures.since - 1].first { $0.key.description == name })
                let behind = try #require(world.truth[figures.since - 1][cell])
                #expect(here.isSuperset(of: behind.keys), "\(name) of edition \(edition.number)")
            }
        }
    }

    /// Subtracts totals of rows and columns, and looks for withheld cells that any combination
    /// determines.
    @Test(arguments: 1...25)
    func withheldCellsCannotBeDerivedFromTotals(seed: UInt64) {
        let world = Self.world(seed: seed)
        for (edition, cells) in zip(world.editions, world.truth) {
            for table in PortalTable.all
            where table.dimensions.count == 2 && table.family != .confusion {
                let hidden = cells.keys.filter {
                    $0.table == table && edition.figures[$0.description] == nil
                }
                // An equation for each published total: the sum of its withheld parts is known.
                var equations: [[Double]] = []
                for dimension in table.dimensions {
                    let wholes = Set(hidden.compactMap { $0.parent(without: dimension) })
                    for whole in wholes where edition.figures[whole.description] != nil {
                        equations.append(
                            hidden.map { $0.parent(without: dimension) == whole ? 1 : 0 })
                    }
                }
                for (index, cell) in hidden.enumerated() {
                    let isFew = (cells[cell]?.count ?? 0) < 10
                    let follows = Self.follows(index, from: equations, of: hidden.count)
                    // If a total is withheld itself, it covers few players, and the rule does not
                    // apply.
                    let wholes = table.dimensions.compactMap { cell.parent(without: $0) }
                    let areTold = wholes.allSatisfy { edition.figures[$0.description] != nil }
                    #expect(!(isFew && follows && areTold), "\(cell) of edition \(edition.number)")
                }
            }
        }
    }

    /// Whether linear equations determine an unknown: whether its unit vector is in their row
    /// space.
    static func follows(_ unknown: Int, from equations: [[Double]], of count: Int) -> Bool {
        func rank(_ rows: [[Double]]) -> Int {
            var rows = rows
            var rank = 0
            for column in 0..<count {
                guard let pivot = rows[rank...].firstIndex(where: { abs($0[column]) > 1e-9 }) else {
                    continue
                }
                rows.swapAt(rank, pivot)
                for row in rows.indices where row != rank && abs(rows[row][column]) > 1e-9 {
                    let factor = rows[row][column] / rows[rank][column]
                    for index in 0..<count { rows[row][index] -= factor * rows[rank][index] }
                }
                rank += 1
                if rank == rows.count { break }
            }
            return rank
        }
        guard !equations.isEmpty else { return false }
        let unit = (0..<count).map { $0 == unknown ? 1.0 : 0 }
        return rank(equations + [unit]) == rank(equations)
    }

    @Test func oneJoiningPlayerChangesNoFigure() throws {
        var chance = SeededGenerator(seed: 4)
        var world = World()
        for player in 0..<40 {
            for _ in 0..<20 { world.play(player, by: &chance) }
        }
        world.publish()
        let before = world.editions[0]
        #expect(before.figures.count > 20)
        for _ in 0..<30 { world.play(40, by: &chance) }
        world.publish()
        #expect(world.editions[1].figures == before.figures)
        // In the other direction: the published figures of the remaining players do not change, and
        // cells with the player who left are withheld.
        world.remove(40)
        world.remove(3)
        world.publish()
        for (cell, figures) in world.editions[2].figures {
            #expect(before.figures[cell] == figures)
        }
        #expect(world.editions[2].figures.count < before.figures.count)
    }

    @Test func figuresAreRounded() {
        let coarse = PortalEdition.Figures.coarse
        #expect(
            [10, 14, 15, 94, 149, 155, 1449, 1451].map(coarse) == [
                10, 10, 20, 90, 150, 160, 1400, 1500,
            ])
        #expect(coarse(9_996) == 10_000)
        #expect(coarse(10_049_999) == 10_000_000)
    }
}
