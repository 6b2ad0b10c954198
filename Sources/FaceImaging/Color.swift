/// An opaque color to draw with.
public struct Color: Hashable, Sendable {
    /// 0…255.
    public let red: UInt8
    /// 0…255.
    public let green: UInt8
    /// 0…255.
    public let blue: UInt8

    /// Makes a color from its parts.
    public init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// Black.
    public static let black = Color(red: 0, green: 0, blue: 0)
    /// White.
    public static let white = Color(red: 255, green: 255, blue: 255)
}
