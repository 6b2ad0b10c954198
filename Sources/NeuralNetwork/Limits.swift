/// Limits of the engine; files beyond them are rejected.
enum Limits {
    /// Bytes of a manifest.
    static let manifestBytes = 4 << 20
    /// Bytes of a weights file.
    static let weightsFileBytes = 256 << 20
    /// Bytes of the JSON header of a safetensors file.
    static let safetensorsHeaderBytes = 8 << 20
    /// Rows or columns of an input.
    static let inputSide = 8192
    /// Channels of a tensor.
    static let channels = 16384
    /// Rows or columns of a filter or window; steps of a stride; padding at one side.
    static let kernelSide = 64
    /// Nodes of a graph.
    static let nodes = 4096
    /// Outputs of a graph.
    static let outputs = 64
    /// Numbers in one tensor: 256 MiB.
    static let tensorElements = 1 << 26
    /// Bytes of the packed weights of one network.
    static let packedWeightBytes = 1 << 30
    /// Bytes of one workspace.
    static let workspaceBytes = 1 << 30
    /// Number of images computed together.
    static let images = 64
    /// Multiply-adds of one run: some seconds on one core.
    static let multiplyAdds = 1 << 38
    /// Magnitude of a weight: far above that of trained weights, and far below that of an overflow.
    static let weightMagnitude: Float = 1e6
    /// Term added to the variance in a layer normalization; positive, to avoid division by zero.
    static let epsilon = 1e-12...1.0
    /// Scale of normalized points.
    static let pointScale = 1e-3...1e3
    /// Scale and offset of an input.
    static let inputMap = -1e6...1e6
    /// Temperature of a classifier.
    static let temperature = 0.001...1000
    /// Number of a user's own classes.
    package static let classes = 100
    /// Side of a face rectangle over the width of the box.
    static let sideOverBoxWidth = 0.1...10
    /// Center of a face rectangle below the eyes, as a fraction of the side.
    static let centreBelowEyes = -2.0...2
}
