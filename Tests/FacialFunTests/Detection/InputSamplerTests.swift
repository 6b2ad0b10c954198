import FacialFunWire
import NeuralNetwork
import Testing
import TestSupport

@testable import FacialFun

struct InputSamplerTests {
    /// Samples 128×128 pixels of an image and returns them as values 0…255.
    private func samples(
        of image: Image, _ map: SimilarityTransform, outside: Float = 0
    ) throws -> [Float] {
        let network = try Network(directory: ModelsFolder.path(of: "face-detector"))
        let workspace = try network.makeWorkspace()
        InputSampler(scale: 1, offset: 0, outside: outside)
            .fill(workspace, from: image, inputToImage: map)
        return workspace.withInput { Array($0) }
    }

    private func ramp(width: Int, height: Int) -> Image {
        Image(width: width, height: height) { pixels in
            for index in 0..<width * height {
                pixels[index * 3] = UInt8(index % width)
                pixels[index * 3 + 1] = UInt8(index / width)
                pixels[index * 3 + 2] = 200
            }
        }
    }

    private func isClose(_ a: Float, _ b: Float) -> Bool { abs(a - b) < 1e-3 }

    @Test("A scale of s and a shift of 0.5 sample pixel index s · column, like the original")
    func originalConvention() throws {
        let map = SimilarityTransform(a: 1.75, b: 0, tx: 0.5, ty: 0.5)
        let values = try samples(of: ramp(width: 240, height: 240), map)
        for (column, row) in [(0, 0), (1, 0), (3, 2), (60, 100), (127, 127)] {
            let index = (row * 128 + column) * 3
            let (x, y) = (1.75 * Float(column), 1.75 * Float(row))
            #expect(isClose(values[index], x))
            #expect(isClose(values[index + 1], y))
            #expect(values[index + 2] == 200)
        }
    }

    @Test("Outside the image the border is gray, blended over one pixel")
    func outside() throws {
        let image = Image(width: 64, height: 64) { $0.update(repeating: 100) }
        let map = SimilarityTransform(a: 1, b: 0, tx: -9.25, ty: 10.5)
        let values = try samples(of: image, map, outside: 20)
        // Columns at the pixel indices −9.75, −8.75, …, −0.75, 0.25, …
        #expect(values[0] == 20)
        #expect(values[8 * 3] == 20)
        #expect(isClose(values[9 * 3], 40))
        #expect(isClose(values[10 * 3], 100))
        let below = 127 * 128 * 3 + 40 * 3
        #expect(values[below] == 20)
    }

    @Test("A rotated input is sampled along the rotated axes")
    func turned() throws {
        // A quarter turn: the input's columns run down the image.
        let map = SimilarityTransform(a: 0, b: 1, tx: 150.5, ty: 0.5)
        let values = try samples(of: ramp(width: 200, height: 200), map)
        let index = (7 * 128 + 30) * 3
        #expect(isClose(values[index], 143))
        #expect(isClose(values[index + 1], 30))
    }
}
