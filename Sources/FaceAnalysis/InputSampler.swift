import FaceGeometry
import FaceImaging
import NeuralNetwork

/// Fills a network's input with samples of a picture.
///
/// Bilinear and without smoothing, as the networks were made for. Sample (column, row) is taken at
/// the point of the image where `inputToImage` sends (column, row): with a scale of s and a shift of
/// 0.5 that is the pixel index s · column, the original pipeline's convention (no half-pixel
/// offset). What is outside the image has one grey.
struct InputSampler {
    /// Scale of the network's input: it sees pixel · scale + offset.
    let scale: Float
    /// Offset of the network's input.
    let offset: Float
    /// The grey of what is outside the image, 0…255: 0 is the original's letterbox; 127.5 is the
    /// zero with which this network pads, so that a border continues the padding.
    let outside: Float

    /// Makes a sampler for a network.
    init(_ input: Manifest.Input, outside: Float) {
        self.init(scale: Float(input.scale), offset: Float(input.offset), outside: outside)
    }

    /// Makes a sampler from its three numbers.
    init(scale: Float, offset: Float, outside: Float) {
        self.scale = scale
        self.offset = offset
        self.outside = outside
    }

    /// Fills a workspace's input, [height, width, 3].
    ///
    /// - Parameters:
    ///   - workspace: Its whole input is written.
    ///   - image: The picture, or a reduced copy of it.
    ///   - reduction: How many pixels of the full picture one of `image` stands for, in x and y.
    ///   - inputToImage: From (column, row) of the input to points of the full picture.
    func fill(
        _ workspace: Workspace, from image: Image,
        reduction: (x: Double, y: Double) = (1, 1), inputToImage: SimilarityTransform
    ) {
        let (height, width) = (workspace.inputShape[0], workspace.inputShape[1])
        workspace.withInput { output in
            image.withPixels { pixels in
                let source = Pixels(bytes: pixels, width: image.width, height: image.height)
                for row in 0..<height {
                    let samples = UnsafeMutableBufferPointer(
                        rebasing: output[row * width * 3..<(row + 1) * width * 3])
                    // Where the row begins and how it goes on, in pixel indices of `image`.
                    let line = SampleLine(
                        x: (inputToImage.tx - inputToImage.b * Double(row)) / reduction.x - 0.5,
                        y: (inputToImage.ty + inputToImage.a * Double(row)) / reduction.y - 0.5,
                        dx: inputToImage.a / reduction.x, dy: inputToImage.b / reduction.y)
                    fill(samples, along: line, in: source)
                }
            }
        }
    }

    /// Fills one row of samples.
    private func fill(
        _ samples: UnsafeMutableBufferPointer<Float>, along line: SampleLine, in source: Pixels
    ) {
        for column in 0..<samples.count / 3 {
            let (x, y) = (
                line.x + Double(column) * line.dx, line.y + Double(column) * line.dy
            )
            let value = source.bilinear(x: x, y: y, outside: outside)
            samples[3 * column] = value.x * scale + offset
            samples[3 * column + 1] = value.y * scale + offset
            samples[3 * column + 2] = value.z * scale + offset
        }
    }
}

/// A row of samples: pixel index of the first and the step to the next.
private struct SampleLine {
    let x: Double
    let y: Double
    let dx: Double
    let dy: Double
}

/// The bytes of a picture while they are lent.
private struct Pixels {
    let bytes: UnsafeBufferPointer<UInt8>
    let width: Int
    let height: Int

    /// The colour between four pixels, 0…255; each of them that is outside counts as `outside`.
    func bilinear(x: Double, y: Double, outside: Float) -> SIMD3<Float> {
        let beyond = SIMD3(repeating: outside)
        guard x > -1, y > -1, x < Double(width), y < Double(height) else { return beyond }
        let (left, top) = (Int(x.rounded(.down)), Int(y.rounded(.down)))
        let (fx, fy) = (Float(x - Double(left)), Float(y - Double(top)))
        func pixel(_ column: Int, _ row: Int) -> SIMD3<Float> {
            guard column >= 0, row >= 0, column < width, row < height else { return beyond }
            let index = (row * width + column) * 3
            return SIMD3(Float(bytes[index]), Float(bytes[index + 1]), Float(bytes[index + 2]))
        }
        let above = pixel(left, top) * (1 - fx) + pixel(left + 1, top) * fx
        let below = pixel(left, top + 1) * (1 - fx) + pixel(left + 1, top + 1) * fx
        return above * (1 - fy) + below * fy
    }
}
