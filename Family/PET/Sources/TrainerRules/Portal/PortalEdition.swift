/// The published state of the portal at one time: figures and withheld cells.
public struct PortalEdition: Codable, Hashable, Sendable {
    /// The figures of a cell, rounded for publication.
    public struct Figures: Codable, Hashable, Sendable {
        /// The number of players, to the nearest ten.
        public var players: Int
        /// Questions, showings or first answers, to two digits.
        public var answers: Int
        /// Percent with a right first answer or matched by the camera; for a confusion, percent of
        /// the emotion's first answers.
        public var firstRight: Int
        /// Percent answered right later or seen by a grown-up.
        public var laterRight: Int
        /// Skips per hundred questions.
        public var skipped: Int
        /// Tips or hints per hundred questions.
        public var tips: Int
        /// Mean time of a first answer or a showing, in tenths of a second; 0 if none was measured.
        public var tenths: Int
        /// The edition of the figures.
        public var since: Int
    }

    /// The number, rising with each edition.
    public var number: Int
    /// The day of publication.
    public var day: Day
    /// The published figures, by the cells' names.
    public var figures: [String: Figures]
    /// The withheld cells with data.
    public var withheld: Set<String>

    /// Makes an edition.
    public init(
        number: Int, day: Day, figures: [String: Figures] = [:], withheld: Set<String> = []
    ) {
        self.number = number
        self.day = day
        self.figures = figures
        self.withheld = withheld
    }

    /// The figures of a cell; nil if they are not published.
    public func figures(_ table: PortalTable, _ values: [String]) -> Figures? {
        figures[PortalCell(table, values).description]
    }

    /// The edition after which changes of a cell count.
    func base(of cell: PortalCell) -> Int? {
        let name = cell.description
        return figures[name]?.since ?? (withheld.contains(name) ? number : nil)
    }
}

extension PortalEdition.Figures {
    /// Rounds a cell's sums; a confusion's share refers to `whole`, which is 0 for all others.
    init(_ counts: PortalCounts, players: Int, whole: Int, since: Int) {
        func percent(_ count: Int, of all: Int) -> Int {
            all > 0 ? (count * 100 + all / 2) / all : 0
        }
        self.players = (players + 5) / 10 * 10
        answers = Self.coarse(counts[.asked])
        firstRight = percent(
            whole > 0 ? counts[.asked] : counts[.firstRight], of: max(whole, counts[.asked]))
        laterRight = percent(counts[.laterRight], of: counts[.asked])
        skipped = percent(counts[.skipped], of: counts[.asked])
        tips = percent(counts[.tips], of: counts[.asked])
        tenths = counts[.timed] > 0 ? (counts[.milliseconds] / counts[.timed] + 50) / 100 : 0
        self.since = since
    }

    /// Rounds a count to two digits, and to tens below a hundred.
    static func coarse(_ count: Int) -> Int {
        var step = 10
        while count >= step * 100 { step *= 10 }
        return (count + step / 2) / step * step
    }
}
