/// The folder of the package's models.
package enum ModelsFolder {
    /// The path of `Models/` in the package that these tests were built from.
    package static let path: String = {
        // …/Tests/TestSupport/ModelsFolder.swift
        let parts = #filePath.split(separator: "/").dropLast(3)
        return "/" + parts.joined(separator: "/") + "/Models"
    }()

    /// The path of one model's folder.
    package static func path(of model: String) -> String { "\(path)/\(model)" }
}
