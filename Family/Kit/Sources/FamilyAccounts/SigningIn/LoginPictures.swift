/// The pictures with which a child signs in: three different ones, in order.
public struct LoginPictures: Hashable, Sendable {
    /// The pictures to choose from; the raw value is the symbol's name.
    public enum Picture: String, CaseIterable, Sendable {
        case star, fish, train, sun, flower, boat, tree, ball, cat, apple, house, car
    }

    /// The number of pictures to choose.
    public static let count = 3

    /// The pictures in the order in which the child chooses them.
    public let pictures: [Picture]

    /// Makes a choice; nil unless it has ``count`` different pictures.
    public init?(_ pictures: [Picture]) {
        guard pictures.count == Self.count, Set(pictures).count == Self.count else { return nil }
        self.pictures = pictures
    }

    /// The choice in the form that is hashed.
    var secret: String { pictures.map(\.rawValue).joined(separator: " ") }
}
