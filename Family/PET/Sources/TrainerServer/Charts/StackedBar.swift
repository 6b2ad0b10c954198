/// A bar whose parts differ by pattern as well as color, and its legend.
struct StackedBar {
    /// One part of the bar.
    struct Part {
        /// The catalog key of its name.
        let key: String
        /// The fill.
        let fill: Drawing.Fill
    }

    /// The parts from left to right.
    let parts: [Part]
    /// The height of the bar.
    let height: Double

    /// Draws the legend over the whole width, 30 high.
    func drawLegend(
        in drawing: inout Drawing, words: ChartWords, size: Double = Drawing.smallLetters + 2
    ) {
        let slotWidth = Drawing.width / Double(parts.count)
        for (number, part) in parts.enumerated() {
            let x = Double(number) * slotWidth
            drawing.rectangle(
                x: x + 1, y: 3, width: 24, height: 24, fill: part.fill, line: .line, round: 4)
            drawing.text(words(part.key), x: x + 34, y: 22, size: size)
        }
    }

    /// Draws a bar; empty parts are left out.
    ///
    /// - Parameters:
    /// - counts: The count of each part, in order.
    /// - point: The upper left corner.
    /// - width: The width of all parts together.
    /// - isNumbered: Whether parts show their count if it fits.
    /// - drawing: The drawing to add to.
    func draw(
        _ counts: [Int], at point: (x: Double, y: Double), width: Double, isNumbered: Bool = true,
        in drawing: inout Drawing
    ) {
        let unit = width / Double(max(1, counts.reduce(0, +)))
        var x = point.x
        for (count, part) in zip(counts, parts) where count > 0 {
            let width = Double(count) * unit
            drawing.rectangle(
                x: x, y: point.y, width: width, height: height, fill: part.fill, line: .line)
            if isNumbered, width >= 14 + 13 * Double(String(count).count) {
                var isPlain = false
                if case .plain = part.fill { isPlain = true }
                drawing.text(
                    "\(count)", x: x + width / 2, y: point.y + height / 2 + 8, .middle,
                    colour: isPlain ? .panel : .ink, bold: true, halo: !isPlain)
            }
            x += width
        }
    }
}
