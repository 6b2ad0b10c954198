import FacialFunWire

/// A table of the portal: the groups it sums and their properties.
public struct PortalTable: Hashable, Sendable {
    /// The kind of groups.
    public enum Family: String, Sendable {
        case answers, confusion, learning, faces
    }

    /// A property of groups.
    public enum Dimension: String, CaseIterable, Sendable {
        case emotion, level, age, picture, part, questions, shown, chosen, step
    }

    /// The table's name in addresses.
    public let name: String
    /// The kind of groups that it sums.
    public let family: Family
    /// Its properties, in the order of its columns.
    public let dimensions: [Dimension]

    private init(_ name: String, _ family: Family, _ dimensions: [Dimension]) {
        self.name = name
        self.family = family
        self.dimensions = dimensions
    }

    /// All tables.
    ///
    /// For each table of two properties there are tables of either property and the total, so that
    /// ``PortalDisclosure`` knows everything that can be subtracted.
    public static let all: [PortalTable] = [
        PortalTable("all", .answers, []),
        PortalTable("emotion", .answers, [.emotion]),
        PortalTable("level", .answers, [.level]),
        PortalTable("age", .answers, [.age]),
        PortalTable("picture", .answers, [.picture]),
        PortalTable("part", .answers, [.part]),
        PortalTable("questions", .answers, [.questions]),
        PortalTable("emotion-level", .answers, [.emotion, .level]),
        PortalTable("emotion-age", .answers, [.emotion, .age]),
        PortalTable("emotion-picture", .answers, [.emotion, .picture]),
        PortalTable("emotion-part", .answers, [.emotion, .part]),
        PortalTable("level-age", .answers, [.level, .age]),
        PortalTable("confusion", .confusion, [.shown, .chosen]),
        PortalTable("learning", .learning, [.step]),
        PortalTable("faces", .faces, []),
        PortalTable("faces-emotion", .faces, [.emotion]),
        PortalTable("faces-level", .faces, [.level]),
        PortalTable("faces-age", .faces, [.age]),
        PortalTable("faces-emotion-level", .faces, [.emotion, .level]),
    ]

    /// Looks up a table by its name; nil if there is none.
    public static func named(_ name: String) -> PortalTable? { all.first { $0.name == name } }

    /// The table without a property; nil if there is none.
    public func without(_ dimension: Dimension) -> PortalTable? {
        let left = dimensions.filter { $0 != dimension }
        if family == .learning { return Self.named("all") }
        return Self.all.first { $0.family == family && $0.dimensions == left }
    }

    /// The emotions in teaching order.
    private static let emotions: [Emotion] = [
        .happiness, .sadness, .anger, .surprise, .fear, .disgust, .neutral, .contempt,
    ]

    /// The values of a property, in order.
    public static func values(of dimension: Dimension) -> [String] {
        switch dimension {
        case .emotion, .shown, .chosen: emotions.map(\.rawValue)
        case .level: (1...5).map(String.init)
        case .age: AgeBand.allCases.map(\.rawValue)
        case .picture: ["cartoon", "person", "situation"]
        case .part: Question.Part.allCases.map(\.rawValue)
        case .questions: ["practised", "new"]
        case .step: (0..<PortalKey.stepsBeyond).map(Self.step) + ["501+"]
        }
    }

    /// The values of all cells of a table, or only of those with the requested values.
    public static func rows(_ table: PortalTable, only: [Dimension: String] = [:]) -> [[String]] {
        table.dimensions.reduce([[]]) { rows, dimension in
            let values = values(of: dimension)
                .filter { only[dimension] == nil || only[dimension] == $0 }
            return rows.flatMap { row in values.map { row + [$0] } }
        }
    }

    private static func step(_ number: Int) -> String {
        "\(number * PortalKey.stepLength + 1)-\((number + 1) * PortalKey.stepLength)"
    }

    /// The values of a group in this table; nil if the table does not sum it.
    func values(of key: PortalKey) -> [String]? {
        switch (family, key) {
        case (.answers, .answers(let group)):
            dimensions.map { dimension in
                switch dimension {
                case .level: "\(group.level)"
                case .age: group.age.rawValue
                case .picture: group.form.rawValue
                case .part: group.part.rawValue
                case .questions: group.probe ? "new" : "practised"
                default: group.emotion.rawValue
                }
            }
        case (.confusion, .confusion(let shown, let chosen)): [shown.rawValue, chosen.rawValue]
        case (.learning, .learning(let step)): [Self.values(of: .step)[step]]
        case (.faces, .faces(let level, let emotion, let age)):
            dimensions.map { dimension in
                switch dimension {
                case .level: "\(level)"
                case .age: age.rawValue
                default: emotion.rawValue
                }
            }
        default: nil
        }
    }
}

/// A cell of a table of the portal.
public struct PortalCell: Hashable, Sendable, CustomStringConvertible {
    /// The table.
    public let table: PortalTable
    /// A value for each of the table's dimensions.
    public let values: [String]

    /// Makes a cell.
    public init(_ table: PortalTable, _ values: [String]) {
        self.table = table
        self.values = values
    }

    /// The name in an edition: `emotion-level/fear/3`.
    public var description: String { ([table.name] + values).joined(separator: "/") }

    /// The cell without one property, which contains this one.
    func parent(without dimension: PortalTable.Dimension) -> PortalCell? {
        guard let parent = table.without(dimension), table.family != .confusion else { return nil }
        return PortalCell(
            parent,
            zip(table.dimensions, values).filter { $0.0 != dimension }.map(\.1))
    }
}
