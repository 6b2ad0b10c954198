import NeuralNetwork
import Testing
import TestSupport

/// Compares the engine with the networks' original frameworks on recorded inputs.
struct GoldenTests {
    @Test(
        "A converted network gives the outputs of its original framework",
        arguments: [
            ("face-detector", Float(5e-3)), ("face-mesh", Float(2e-3)),
            ("face-occlusion", Float(1e-3)), ("face-mesh-478", Float(2e-3)),
            ("face-movements", Float(2e-5)),
        ])
    func networkAgreesWithOriginal(model: String, tolerance: Float) throws {
        let directory = ModelsFolder.path(of: model)
        let comparison = try GoldenComparison(Network(directory: directory), directory: directory)
        for difference in comparison.differences {
            #expect(difference.magnitude > 0.1, "\(difference.name) is a real recording")
            #expect(difference.largest <= tolerance, "\(model) \(difference.name)")
        }
    }
}
