import FacialFunWire
import NeuralNetwork

/// Fills a network's input with samples of a picture.
///
/// Bilinear without smoothing, as the networks expect. Sample (column, row) is taken at the point
/// of the image to which `inputToImage` maps (column, row): with a scale of s and a shift of 0.5
/// this is pixel index s · column, the original pipeline's convention (no half-pixel offset).
/// Pixels outside the image have a constant gray.
struct InputSampler {
    /// Scale of the network's input: it sees pixel · scale + offset.
    let scale: Float
    /// Offset of the network's input.
    let offset: Float
    /// The gray outside the image, 0…255.
    ///
    /// The original pipeline uses 0 (letterbox); 127.5 becomes 0 in the input, which equals the
    /// padding inside the network.
    let outside: Float

    /// Creates a sampler for a network.
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
    ///   - workspace: The workspace; its whole input is written.
    ///   - image: The picture, or a reduced copy of it.
    ///   - reduction: Number of pixels of the full picture per pixel of `image`, in x and y.
    ///   - inputToImage: Map from (column, row) of the input to points of the full picture.
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
