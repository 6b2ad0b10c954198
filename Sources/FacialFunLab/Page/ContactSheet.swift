import CommandSupport
import FacialFun

/// Captioned thumbnails as HTML, embedded in the page.
struct ContactSheet {
    /// One picture.
    struct Entry: Sendable {
        /// The PNG file; nil if the picture cannot be read again.
        let png: [UInt8]?
        /// The lines below it.
        let caption: [String]
        /// The path, shown as a tooltip.
        let path: String
    }

    /// The longer side of a picture, in pixels.
    static let side = 112

    /// The pictures.
    let entries: [Entry]

    /// The HTML element.
    var html: String {
        let figures = entries.map { entry in
            let path = Markup.escaped(entry.path)
            let image =
                entry.png.map { png in
                    "<img src=\"\(Markup.dataAddress(png: png))\" alt=\"\(path)\">"
                } ?? "<p>cannot be read</p>"
            let caption = entry.caption.map(Markup.escaped).joined(separator: "<br>")
            return
                "<figure title=\"\(path)\">\(image)<figcaption>\(caption)</figcaption></figure>\n"
        }
        return "<div class=\"sheet\">\n\(figures.joined())</div>\n"
    }

    /// A picture at the size of the sheet, as PNG.
    ///
    /// - Throws: `outOfMemory`.
    static func png(of image: Image) throws(FacialFunError) -> [UInt8] {
        let scale = Double(side) / Double(max(image.width, image.height))
        func scaled(_ length: Int) -> Int { max(1, Int((Double(length) * scale).rounded())) }
        return try PNGEncoder().encode(
            image.resizedByArea(width: scaled(image.width), height: scaled(image.height)))
    }
}
