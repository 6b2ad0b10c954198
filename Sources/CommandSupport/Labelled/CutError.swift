package import FacialFunWire
import Glibc

/// A deliberate error of the face rectangle, to measure its effect: the face is found as usual, and
/// its rectangle is then cut inaccurately.
///
/// Damage to a picture tests the whole pipeline, in which detection corrects part of it. An error
/// of the rectangle tests only the emotion network.
package struct CutError: Hashable, Sendable {
    /// Side of the cut rectangle relative to the correct one: above 1 the face looks smaller.
    package var scale = 1.0
    /// Offset to the right, as a fraction of the correct side.
    package var right = 0.0
    /// Offset downward, as a fraction of the correct side.
    package var down = 0.0
    /// Rotation around the center, in degrees, clockwise on the screen.
    package var roll = 0.0

    /// The properties by name.
    private static var members: [(name: String, path: WritableKeyPath<CutError, Double>)] {
        [("scale", \.scale), ("right", \.right), ("down", \.down), ("roll", \.roll)]
    }

    /// No error.
    package init() {}

    /// Parses a text such as `scale=1.15,right=-0.1,down=0.05,roll=20`; omitted values mean no
    /// error.
    ///
    /// - Throws: ``CommandError`` with the invalid part.
    package init(parsing text: String) throws(CommandError) {
        self.init()
        var seen: Set<String> = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let sides = part.split(separator: "=", omittingEmptySubsequences: false).map(
                String.init)
            guard sides.count == 2, let member = Self.members.first(where: { $0.name == sides[0] }),
                let value = Double(sides[1]), value.isFinite
            else {
                throw CommandError(
                    code: .usage,
                    message: """
                        "\(SafeText.escaped(String(part)))" is not a crop error: separate \
                        scale=, right=, down= and roll=, each with a number, by commas
                        """)
            }
            guard seen.insert(member.name).inserted else {
                throw CommandError(code: .usage, message: "\(member.name) occurs twice")
            }
            self[keyPath: member.path] = value
        }
        guard (0.1...10).contains(scale) else {
            throw CommandError(
                code: .usage, message: "scale must be between 0.1 and 10, not \(scale)")
        }
        guard abs(right) <= 2, abs(down) <= 2 else {
            throw CommandError(
                code: .usage, message: "right and down must be between -2 and 2 times the side")
        }
        guard abs(roll) <= 180 else {
            throw CommandError(
                code: .usage, message: "roll must be between -180 and 180 degrees, not \(roll)")
        }
    }

    /// The text that is parsed to this error; values without error are omitted.
    package var text: String {
        let named = Self.members.filter { self[keyPath: $0.path] != CutError()[keyPath: $0.path] }
        guard !named.isEmpty else { return "scale=1.0" }
        return named.map { "\($0.name)=\(self[keyPath: $0.path])" }.joined(separator: ",")
    }

    /// Moves a rectangle by this error.
    ///
    /// - Parameters:
    ///   - toImage: The map from the correct rectangle's pixels to the picture's.
    ///   - side: The rectangle's side, in its own pixels.
    /// - Returns: The map from the inaccurate rectangle's pixels to the picture's.
    package func applied(to toImage: SimilarityTransform, side: Double) -> SimilarityTransform {
        let angle = roll * .pi / 180
        let (a, b) = (scale * cos(angle), scale * sin(angle))
        let half = side / 2
        // Around the center, which is shifted to the right and down.
        let wrongToRight = SimilarityTransform(
            a: a, b: b,
            tx: half + right * side - (a * half - b * half),
            ty: half + down * side - (b * half + a * half))
        return wrongToRight.followed(by: toImage)
    }
}
