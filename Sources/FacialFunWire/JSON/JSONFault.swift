/// An invalid value in a JSON file; each library converts it to its own error.
package struct JSONFault: Hashable, Sendable, CustomStringConvertible {
    /// The file's name, as error messages say it.
    package let file: String
    /// The steps from the document to the value.
    package let steps: [JSONStep]
    /// The problem and the expected value.
    package let problem: String

    /// Makes a fault.
    package init(file: String, steps: [JSONStep], problem: String) {
        self.file = file
        self.steps = steps
        self.problem = problem
    }

    /// The path to the value, as `nodes[3].padding`; empty for the whole document.
    package var path: String { pathText(steps) }

    /// File, path and problem, as `manifest.json: nodes[3].padding: a list is wanted, not null`.
    package var description: String {
        steps.isEmpty ? "\(file): \(problem)" : "\(file): \(path): \(problem)"
    }
}
