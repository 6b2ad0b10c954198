package import FacialFunWire
import Glibc

/// An error of the face rectangle itself, put in to see what it costs: the face is found as always,
/// and its rectangle is then cut somewhat wrongly.
///
/// Damage to a picture tests the whole pipeline, in which detection corrects part of it; an error
/// of the cut tests the emotion network alone.
package struct CutError: Hashable, Sendable {
    /// The side of what is cut over the side of the right rectangle: above 1 the face looks smaller.
    package var scale = 1.0
    /// Offset to the right, as a fraction of the correct side.
    package var right = 0.0
    /// Offset downward, as a fraction of the correct side.
    package var down = 0.0
    /// Rotation around the center, in degrees, clockwise on the screen.
    package var roll = 0.0

    /// The members by their names.
    private static var members: [(name: String, path: WritableKeyPath<CutError, Double>)] {
        [("scale", \.scale), ("right", \.right), ("down", \.down), ("roll", \.roll)]
    }

    /// No error.
    package init() {}

    /// Reads a text such as `scale=1.15,right=-0.1,down=0.05,roll=20`; what is not named is right.
    ///
    /// - Throws: ``CommandError`` with the part that is wrong.
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
                        "\(SafeText.escaped(String(part)))" is no error of the cut: give \
                        scale=, right=, down= and roll= with a number, with commas between
                        """)
            }
            guard seen.insert(member.name).inserted else {
                throw CommandError(code: .usage, message: "\(member.name) stands there twice")
            }
            self[keyPath: member.path] = value
        }
        guard (0.1...10).contains(scale) else {
            throw CommandError(
                code: .usage, message: "scale must be between 0.1 and 10, not \(scale)")
        }
        guard abs(right) <= 2, abs(down) <= 2 else {
            throw CommandError(
                code: .usage, message: "right and down must be between -2 and 2 of the side")
        }
        guard abs(roll) <= 180 else {
            throw CommandError(
                code: .usage, message: "roll must be between -180 and 180 degrees, not \(roll)")
        }
    }

    /// The text that gives this error again; what is right is not named.
    package var text: String {
        let named = Self.members.filter { self[keyPath: $0.path] != CutError()[keyPath: $0.path] }
        guard !named.isEmpty else { return "scale=1.0" }
        return named.map { "\($0.name)=\(self[keyPath: $0.path])" }.joined(separator: ",")
    }

    /// The wrong place of a rectangle.
    ///
    /// - Parameters:
    ///   - place: The map from the right rectangle's pixels to the picture's.
    ///   - side: The rectangle's side, in its own pixels.
    /// - Returns: The map from the wrong rectangle's pixels to the picture's.
    package func applied(to place: SimilarityTransform, side: Double) -> SimilarityTransform {
        let angle = roll * .pi / 180
        let (a, b) = (scale * cos(angle), scale * sin(angle))
        let middle = side / 2
        // About the middle: the wrong rectangle's middle lies right and down of the right one's.
        let wrongToRight = SimilarityTransform(
            a: a, b: b,
            tx: middle + right * side - (a * middle - b * middle),
            ty: middle + down * side - (b * middle + a * middle))
        return wrongToRight.followed(by: place)
    }
}
