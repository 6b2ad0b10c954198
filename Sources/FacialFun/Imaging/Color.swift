/// An opaque color to draw with.
package struct Color: Hashable, Sendable {
    /// 0…255.
    package let red: UInt8
    /// 0…255.
    package let green: UInt8
    /// 0…255.
    package let blue: UInt8

    /// Makes a color from its parts.
    package init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// Black.
    package static let black = Color(red: 0, green: 0, blue: 0)
    /// White.
    package static let white = Color(red: 255, green: 255, blue: 255)
}
