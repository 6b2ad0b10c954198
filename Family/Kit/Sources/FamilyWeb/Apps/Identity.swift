/// The signed-in member, as far as the kit and the apps need to know.
package protocol Identity: Sendable {
    /// The household's number.
    var household: Int64 { get }
    /// The member's number.
    var member: Int64 { get }
    /// Whether a parent has entered the PIN in this session and it still counts.
    var isParent: Bool { get }
}
