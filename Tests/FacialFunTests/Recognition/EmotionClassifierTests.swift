import FacialFun
import FacialFunWire
import NeuralNetwork
import Testing
import TestSupport

/// Compares the shipped classifier with results of the training framework, and tests its errors.
struct EmotionClassifierTests {
    private let directory = ModelsFolder.path(of: "emotion-v1")

    @Test("recorded embeddings give the recorded logits and scores")
    func golden() throws {
        let golden = try SafetensorsFile(path: directory + "/golden.safetensors")
        let length = try #require(golden.tensor(named: "case0.embedding")).values.count
        let classifier = try EmotionClassifier(
            network: try Network(directory: directory), embeddingLength: length)
        var cases = 0
        while let embedding = golden.tensor(named: "case\(cases).embedding") {
            let recorded = try #require(golden.tensor(named: "case\(cases).logits")).values
            let recordedScores = try #require(golden.tensor(named: "case\(cases).scores")).values
            let logits = classifier.logits(of: embedding.values)
            let scores = classifier.scores(of: embedding.values)
            let recordedPrompted =
                try #require(golden.tensor(named: "case\(cases).promptedScores")).values
            let prompted = try #require(classifier.scores(of: embedding.values, at: .prompted))
            #expect(classifier.scores(of: embedding.values, at: .photograph) == scores)
            for emotion in Emotion.allCases {
                #expect(abs(prompted[emotion] - recordedPrompted[emotion.index]) < 1e-4)
                #expect(abs(logits[emotion.index] - recorded[emotion.index]) < 1e-3)
                #expect(abs(scores[emotion] - recordedScores[emotion.index]) < 1e-4)
            }
            cases += 1
        }
        #expect(cases >= 3)
    }

    @Test("a network that is not an emotion network is rejected by name")
    func anotherNetwork() throws {
        let network = try Network(directory: ModelsFolder.path(of: "face-mesh"))
        let error = #expect(throws: FacialFunError.self) {
            _ = try EmotionClassifier(network: network, embeddingLength: 160)
        }
        #expect(error?.code == .modelUnsuitable)
        #expect(error?.message.contains("face-mesh") == true)
    }

    @Test("an embedding of another length is rejected before it is used")
    func anotherLength() throws {
        let network = try Network(directory: directory)
        let error = #expect(throws: FacialFunError.self) {
            _ = try EmotionClassifier(network: network, embeddingLength: 128)
        }
        #expect(error?.message.contains("128") == true)
    }
}
