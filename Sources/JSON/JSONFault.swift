/// What is wrong with a value of a JSON file, of which each library that reads one makes its own error.
public struct JSONFault: Hashable, Sendable, CustomStringConvertible {
    /// The file's name, as error messages say it.
    public let file: String
    /// The steps from the document to the value.
    public let steps: [JSONStep]
    /// What is wrong and what is wanted.
    public let problem: String

    /// Makes a fault.
    public init(file: String, steps: [JSONStep], problem: String) {
        self.file = file
        self.steps = steps
        self.problem = problem
    }

    /// The path to the value, as `nodes[3].padding`; empty for the whole document.
    public var path: String { pathText(steps) }

    /// File, path and problem, as `manifest.json: nodes[3].padding: a list is wanted, not null`.
    public var description: String {
        steps.isEmpty ? "\(file): \(problem)" : "\(file): \(path): \(problem)"
    }
}
