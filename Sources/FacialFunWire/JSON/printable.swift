/// A name from a file, shortened and escaped so that an error message stays one readable line.
package func printable(_ name: String) -> String {
    if name.utf8.count <= 80, name.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return name }
    let scalars = name.unicodeScalars
    let cleaned = scalars.prefix(80).map { $0.value < 0x20 || $0.value == 0x7F ? "?" : $0 }
    return String(String.UnicodeScalarView(cleaned)) + (scalars.count > 80 ? "…" : "")
}
