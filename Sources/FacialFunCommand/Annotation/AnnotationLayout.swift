import CommandSupport
import FacialFunWire

/// Layout of an annotated picture: the box, keypoints and panel of each face.
///
/// Panels are sized by the face and the picture, stay inside the picture, and cover other faces
/// only if there is no other place.
struct AnnotationLayout {
    /// Width of the picture in pixels.
    let width: Double
    /// Height of the picture in pixels.
    let height: Double
    /// Measures text in the canvas's font.
    let textWidth: FacePanel.TextWidth

    /// Minimum height of a capital, in pixels.
    static let minTextHeight = 9.0
    /// Maximum share of a face that a panel may hide.
    static let maxHidden = 0.35
    /// Minimum length of the shorter side in pixels; smaller pictures are enlarged before drawing.
    static let shortestSide = 480
    /// Maximum area of an enlarged picture in pixels.
    static let maxEnlargedArea = 16_000_000

    /// The integer factor by which a picture is enlarged to make text next to its faces readable.
    ///
    /// - Returns: 1 to 16; limited so that the area stays within ``maxEnlargedArea``, so long
    ///   strips may remain narrow.
    static func enlargement(width: Int, height: Int) -> Int {
        let side = max(1, min(width, height))
        var factor = min(16, max(1, (shortestSide + side - 1) / side))
        while factor > 1, width * height * factor * factor > maxEnlargedArea { factor -= 1 }
        return factor
    }

    /// Everything to draw, in order.
    ///
    /// - Parameter faces: The faces, in pixels of this picture.
    /// - Returns: The drawings, from bottom to top.
    func drawings(of faces: [FaceReport]) -> [Drawing] {
        var marks: [Drawing] = []
        var panels: [Drawing] = []
        var taken = faces.map(\.box)
        for (index, face) in faces.enumerated() {
            marks += outline(of: face)
            guard
                let (panel, frame) = placedPanel(
                    for: face, own: index, among: faces.count, taken: taken)
            else {
                // The color of the box shows the emotion.
                continue
            }
            panels += panel.drawings(at: Point(x: frame.x, y: frame.y))
            taken.append(frame)
        }
        return marks + panels
    }

    /// The box and the keypoints of a face; an unjudged face is hatched.
    private func outline(of face: FaceReport) -> [Drawing] {
        let color = EmotionColors.color(of: face)
        let points = face.keypoints
        let radius = max(1.5, face.box.width / 60)
        let line = max(1, Int(face.box.width / 120))
        let hatch: [Drawing] =
            face.reasons.isEmpty
            ? [] : [.hatch(face.box, color, spacing: max(8, line * 8), thickness: line)]
        return hatch + [.outline(face.box, color, thickness: max(2, Int(face.box.width / 60)))]
            + [
                points.rightEye, points.leftEye, points.noseTip, points.mouthCentre,
                points.rightEar, points.leftEar,
            ].map { .dot($0, color, radius: radius) }
    }

    /// The text height of a face's panel: scaled with the face, but readable in the whole picture
    /// and limited so that a panel does not fill it.
    private func textHeight(for face: FaceReport) -> Double {
        let shorter = min(width, height)
        let readable = max(Self.minTextHeight, shorter / 60)
        return min(max(face.box.width / 14, readable), max(shorter / 24, readable))
    }

    /// A panel and its place.
    ///
    /// It is the full panel if that fits without covering anything; otherwise the compact one, if
    /// necessary with the smallest text, where it covers least. Nil if it would hide too much of a
    /// face.
    private func placedPanel(
        for face: FaceReport, own: Int, among count: Int, taken: [Box]
    ) -> (FacePanel, Box)? {
        var best: (panel: FacePanel, frame: Box, covered: Double)?
        let usual = textHeight(for: face)
        let kinds: [(FacePanel.Detail, Double)] = [
            (.full, usual), (.compact, usual),
            (.compact, min(usual, max(Self.minTextHeight, min(width, height) / 60))),
        ]
        for (detail, textHeight) in kinds {
            let panel = FacePanel(
                rows: FacePanel.Row.rows(of: face), reason: face.reasons.first, person: face.person,
                detail: detail,
                textHeight: textHeight, textWidth: textWidth)
            for frame in places(for: panel, at: face.box) {
                // It is worse to cover the panel's own face than the edge of another one.
                let covered = taken.enumerated().reduce(0) { sum, box in
                    sum + Self.overlap(frame, box.element) * (box.offset == own ? 4 : 1)
                }
                if covered == 0 { return (panel, frame) }
                if detail == .compact || best == nil, covered < best?.covered ?? .infinity {
                    best = (panel, frame, covered)
                }
            }
        }
        guard let best else { preconditionFailure("a panel needs at least one place") }
        let hidden = taken.prefix(count).map { box in
            Self.overlap(best.frame, box) / max(1, box.width * box.height)
        }
        return hidden.contains { $0 > Self.maxHidden } ? nil : (best.panel, best.frame)
    }

    /// Candidate places around a face, best first, each moved into the picture.
    private func places(for panel: FacePanel, at box: Box) -> [Box] {
        let (right, below) = (box.x + box.width, box.y + box.height)
        let corners = [
            (right, box.y), (box.x - panel.width, box.y), (box.x, below),
            (box.x, box.y - panel.height), (right, below - panel.height),
            (box.x - panel.width, below - panel.height), (right - panel.width, below),
            (right - panel.width, box.y - panel.height),
        ]
        return corners.map { x, y in
            // If the panel is larger than the picture, its upper left corner remains visible.
            Box(
                x: max(0, min(x, width - panel.width)), y: max(0, min(y, height - panel.height)),
                width: panel.width, height: panel.height)
        }
    }

    /// Area of the intersection of two boxes in pixels.
    private static func overlap(_ one: Box, _ other: Box) -> Double {
        let wide = min(one.x + one.width, other.x + other.width) - max(one.x, other.x)
        let high = min(one.y + one.height, other.y + other.height) - max(one.y, other.y)
        return wide > 0 && high > 0 ? wide * high : 0
    }
}
