/// An invalid value in a JSON file; each library converts it to its own error.
package struct JSONFault: Hashable, Sendable, CustomStringConvertible {
    /// The file's name for error messages.
    package let file: String
    /// The path from the document to the value.
    package let steps: [JSONStep]
    /// The problem and the expected value.
    package let problem: String

    /// Makes a fault.
    package init(file: String, steps: [JSONStep], problem: String) {
        self.file = file
        self.steps = steps
        self.problem = problem
    }

    /// The path to the value, such as `nodes[3].padding`; empty for the whole document.
    package var path: String { pathText(steps) }

    /// File, path and problem, such as `manifest.json: nodes[3].padding: expected a list, not
    /// null`.
    package var description: String {
        steps.isEmpty ? "\(file): \(problem)" : "\(file): \(path): \(problem)"
    }
}
