/// Where the package's models lie.
public enum ModelsFolder {
    /// The path of `Models/` in the package that these tests were built from.
    public static let path: String = {
        // …/Tests/TestSupport/ModelsFolder.swift
        let parts = #filePath.split(separator: "/").dropLast(3)
        return "/" + parts.joined(separator: "/") + "/Models"
    }()

    /// The path of one model's folder.
    public static func path(of model: String) -> String { "\(path)/\(model)" }
}
