import NeuralNetwork
import Testing
import TestSupport

/// Compares the packaged networks with results of their original frameworks.
@Suite struct GoldenTests {
    /// A model and the absolute tolerance of its outputs.
    struct Model: Sendable, CustomTestStringConvertible {
        let name: String
        let tolerance: Float
        var testDescription: String { name }
    }

    static let models = [
        // Outputs reach 326, so 1e-3 is a relative tolerance of 3e-6.
        Model(name: "face-detector", tolerance: 1e-3),
        Model(name: "face-mesh", tolerance: 1e-3),
        Model(name: "emotion-v1", tolerance: 1e-4),
        // The coordinates of points reach 256.
        Model(name: "face-mesh-478", tolerance: 2e-3),
        // Shares, 0…1.
        Model(name: "face-movements", tolerance: 2e-5),
    ]

    @Test(arguments: models, CPUPath.allCases.filter(\.isSupported))
    func networkGivesTheOutputsOfItsFramework(model: Model, path: CPUPath) throws {
        let directory = ModelsFolder.path(of: model.name)
        let network = try Network(directory: directory, cpuPath: path)
        let comparison = try GoldenComparison(network, directory: directory)
        for difference in comparison.differences {
            #expect(difference.largest <= model.tolerance, "\(difference.name)")
        }
    }
}
