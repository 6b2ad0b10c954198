import FacialFunWire
import NeuralNetwork

/// Fills a network's input with samples of a picture.
///
/// Bilinear and without smoothing, as the networks were made for. Sample (column, row) is taken at
/// the point of the image where `inputToImage` sends (column, row): with a scale of s and a shift of
/// 0.5 that is the pixel index s · column, the original pipeline's convention (no half-pixel
/// offset). What is outside the image has one gray.
struct InputSampler {
    /// Scale of the network's input: it sees pixel · scale + offset.
    let scale: Float
    /// Offset of the network's input.
    let offset: Float
    /// The gray of what is outside the image, 0…255: 0 is the original's letterbox; 127.5 is the
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
        workspace.withInput { input in
            image.sampleWindow(
                inputToImage, reduction: reduction, width: workspace.inputWidth, outside: outside,
                scale: scale, offset: offset, into: input)
        }
    }
}
