/// What the portal tells at one time: figures that may be told, and which cells are withheld.
public struct PortalEdition: Codable, Hashable, Sendable {
    /// The figures of a cell, rounded as they are told.
    public struct Figures: Codable, Hashable, Sendable {
        /// Players behind the figures, to the nearest ten.
        public var players: Int
        /// Questions, showings or first answers, to two digits.
        public var answers: Int
        /// The share whose first answer was right, or that the machine saw matched, in percent; of a
        /// confusion the share of the emotion's first answers.
        public var firstRight: Int
        /// The share that was answered right later, or that a grown-up saw matched, in percent.
        public var laterRight: Int
        /// Skips for a hundred questions.
        public var skipped: Int
        /// Tips, or hints, for a hundred questions.
        public var tips: Int
        /// The mean time of a first answer, or of a showing, in tenths of a second; 0 where none was
        /// taken.
        public var tenths: Int
        /// The edition in which the figures were taken.
        public var since: Int
    }

    /// The number, larger than those before it.
    public var number: Int
    /// The day on which it was made.
    public var day: Day
    /// The figures that are told, by the cells' names.
    public var figures: [String: Figures]
    /// The cells that hold something and are not told.
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

    /// The figures of a cell; nil where they are not told.
    public func figures(_ table: PortalTable, _ values: [String]) -> Figures? {
        figures[PortalCell(table, values).description]
    }

    /// After which edition changes are changes to what was known of a cell.
    func base(of cell: PortalCell) -> Int? {
        let name = cell.description
        return figures[name]?.since ?? (withheld.contains(name) ? number : nil)
    }
}

extension PortalEdition.Figures {
    /// Rounds a cell's sums; a confusion's share is one of `whole`, which is 0 for all else.
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

    /// A count to two digits, and to tens below a hundred.
    static func coarse(_ count: Int) -> Int {
        var step = 10
        while count >= step * 100 { step *= 10 }
        return (count + step / 2) / step * step
    }
}
