import CommandSupport
import FacialFunWire

extension TableWriter {
    /// Maximum number of movements to show, the strongest ones.
    private static let shownMovements = 6
    /// Minimum strength of a movement that is shown.
    private static let minStrength: Float = 0.1

    /// The strongest movements of a face, two per line, with their action units; empty if none was
    /// measured or is strong enough.
    func movementLines(of face: FaceReport) -> String {
        guard let movements = face.movements else { return "" }
        // In a tie, the earlier movement is shown.
        let strongest = FaceMovement.allCases.filter { movements[$0] >= Self.minStrength }
            .sorted { (-movements[$0], $0.index) < (-movements[$1], $1.index) }
            .prefix(Self.shownMovements)
        let cells = strongest.map { movement in
            let strength = FixedPoint.text(Double(movements[movement]), decimals: 2)
            return Self.padded(movement.rawValue, to: 19) + " "
                + Self.padded(movement.actionUnit ?? "", to: 4) + "  " + strength
        }
        return stride(from: 0, to: cells.count, by: 2).map { position in
            "    " + cells[position..<min(position + 2, cells.count)].joined(separator: "     ")
                + "\n"
        }.joined()
    }

    private static func padded(_ text: String, to count: Int) -> String {
        text + String(repeating: " ", count: max(0, count - text.count))
    }
}
