/// The drawing and color that a child chose, shown next to its name.
public struct PlayerBadge: Hashable, Codable, Sendable {
    /// The drawings; the raw value is the symbol's name.
    public enum Drawing: String, Codable, CaseIterable, Sendable {
        case star, fish, train, sun, flower, boat, tree, ball
    }

    /// The colors; the raw value is the style's name.
    public enum Colour: String, Codable, CaseIterable, Sendable {
        case blue, green, yellow, orange, pink, purple, turquoise, grey
    }

    /// The drawing.
    public var drawing: Drawing
    /// The color.
    public var colour: Colour

    /// Makes a badge.
    public init(_ drawing: Drawing, _ colour: Colour) {
        self.drawing = drawing
        self.colour = colour
    }

    /// The default badge; siblings get different ones.
    static func first(of player: Int64) -> PlayerBadge {
        let drawings = Drawing.allCases
        let colours = Colour.allCases
        let number = Int(player % Int64(drawings.count))
        return PlayerBadge(drawings[number], colours[(number * 3) % colours.count])
    }
}
