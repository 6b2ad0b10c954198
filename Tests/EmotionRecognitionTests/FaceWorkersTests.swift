import EmotionRecognition
import Emotions
import Foundation
import TestSupport
import Testing

/// The faces of one picture on several threads.
@Suite struct FaceWorkersTests {
    @Test(arguments: [2, 3, 16])
    func manyThreadsSayTheSameToTheBit(workers: Int) throws {
        let recognizer = try EmotionRecognizer(
            models: try ModelDirectory.locate(
                option: nil, environment: [:], executablePath: "/nowhere/bin/facialfun"))
        let path = "\(ModelsFolder.path)/../SampleFaces/group.jpg"
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        let alone = try recognizer.recognize(bytes, path: path).report
        let together = try recognizer.recognize(
            bytes, path: path, options: RecognitionOptions(faceWorkers: workers)
        ).report
        #expect(alone.faces.count >= 10)
        #expect(together.faces == alone.faces)
    }
}
