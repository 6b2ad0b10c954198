/// A bar in parts that differ by pattern, not by colour alone, and the legend that names the parts.
struct StackedBar {
    /// One part of the bar.
    struct Part {
        /// The catalogue's key of its name.
        let key: String
        /// What fills it.
        let fill: Drawing.Fill
    }

    /// The parts from left to right.
    let parts: [Part]
    /// How high the bar is.
    let height: Double

    /// Writes the parts' names beside what fills them, over the whole width, 30 high.
    func drawLegend(
        in drawing: inout Drawing, words: ChartWords, size: Double = Drawing.smallLetters + 2
    ) {
        let place = Drawing.width / Double(parts.count)
        for (number, part) in parts.enumerated() {
            let x = Double(number) * place
            drawing.rectangle(
                x: x + 1, y: 3, width: 24, height: 24, fill: part.fill, line: .line, round: 4)
            drawing.text(words(part.key), x: x + 34, y: 22, size: size)
        }
    }

    /// Draws a bar of so many of each part; what is zero is left out, and of nothing nothing is drawn.
    ///
    /// - Parameters:
    ///   - counts: how many of each part, in their order.
    ///   - point: the left upper corner.
    ///   - width: of all parts together.
    ///   - isNumbered: whether a count stands in its part, where it finds room.
    ///   - drawing: takes it.
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
