import CFacialFun

/// Steps and memory layout of a network for one input size.
///
/// Created once per input size; a ``Workspace`` turns it into pointers.
struct ExecutionPlan: Sendable {
    /// Layout of a map in the arena.
    struct Map: Sendable {
        /// Floats from the arena's start to the first element inside the border.
        let offset: Int
        let shape: Shape
        let border: Border
        /// Distance between images in floats.
        let image: Int
    }

    /// A step; numbers are offsets in floats, into the arena or the packed weights.
    struct Step: Sendable {
        var kernel = Kernel("copy")
        var input: Map
        var output: Map
        var other: Map?
        var activation = CNK_IDENTITY
        var weights: Int?
        var bias: Int?
        var slopes: Int?
        var kernelSize = (height: 1, width: 1)
        var stride = (height: 1, width: 1)
        var padding = (top: 0, left: 0)
        var before = 0
        /// Parameter of a layer normalization or of normalized points.
        var number: Float = 0
        /// Tiling of a Winograd convolution, which uses ``scratch``.
        var tiling: WinogradTiling?
        var scratch: Int?
    }

    let steps: [Step]
    /// Number of images computed together.
    let images: Int
    /// Floats of the arena, including those that kernels may read past its last map.
    let arenaCount: Int
    /// Input buffer: contiguous images.
    let input: Map
    /// Output buffers after a run: contiguous images.
    let outputs: [Map]

    /// Plans a checked graph.
    ///
    /// - Throws: `tooLarge` if the arena would exceed the engine's limit.
    init(
        _ graph: Graph, images: Int, packed: PackedWeights, weights: SafetensorsFile
    ) throws(NetworkError) {
        var planner = Planner(graph, images: images, packed, weights)
        self.images = images
        try planner.assignBuffers()
        steps = planner.makeSteps()
        arenaCount = planner.arenaCount
        input = planner.inputMap
        outputs = planner.outputMaps
    }
}

/// A kernel of `CFacialFun`.
struct Kernel: Hashable, Sendable {
    /// Index in the lists of kernels, the same for all instruction sets.
    let number: Int32

    /// - Precondition: There is a kernel of this name.
    init(_ name: String) {
        number = cnk_kernel_named(name)
        precondition(number >= 0, "unknown kernel \(name)")
    }
}
