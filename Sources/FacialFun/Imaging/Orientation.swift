/// One of the eight EXIF orientations of stored pixels (CIPA DC-008, tag 0x0112).
struct Orientation: Hashable, Sendable {
    /// The EXIF value, 1…8.
    let exif: Int

    /// Creates an orientation; values other than 2…8 count as 1, upright.
    init(exif: Int) { self.exif = (1...8).contains(exif) ? exif : 1 }

    /// Whether rows and columns are swapped.
    var swapsSides: Bool { exif >= 5 }

    /// Whether the upright x axis is opposite to its stored axis.
    var flipsX: Bool { [2, 3, 6, 7].contains(exif) }

    /// Whether the upright y axis is opposite to its stored axis.
    var flipsY: Bool { [3, 4, 7, 8].contains(exif) }

    /// The orientation that mirrors the upright picture, left and right swapped.
    var mirrored: Orientation { Orientation(exif: exif % 2 == 1 ? exif + 1 : exif - 1) }
}
