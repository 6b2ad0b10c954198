import CFacialFun

/// A loaded, validated network: immutable and shared by all threads.
///
/// Mutable state is in a ``Workspace``. Results are reproducible bit for bit, regardless of other
/// threads; CPU paths differ by rounding.
public final class Network: Sendable {
    /// Manifest of the network.
    package let manifest: Manifest
    /// Code path of the layers.
    package let cpuPath: CPUPath
    /// The weights in the format of the file.
    ///
    /// After packing, only the weights that no layer uses are kept, and all shapes.
    let weights: SafetensorsFile
    /// The graph for the manifest's input size.
    let graph: Graph
    /// The weights in the kernels' format; the reference uses the original ones.
    let packed: PackedWeights?
    private let soundness = Soundness()
    private let manifestFile: String

    /// Loads a network from its folder, for the fastest code path of the processor.
    ///
    /// The environment variable `FACIALFUN_CPU` selects a slower path.
    ///
    /// - Parameter directory: The path of the folder with `manifest.json` and the weights.
    /// - Throws: A ``NetworkError`` that names file and field.
    public convenience init(directory: String) throws(NetworkError) {
        try self.init(directory: directory, cpuPath: nil)
    }

    /// Loads a network from its folder: `manifest.json` and the weights that it names.
    ///
    /// - Parameters:
    ///   - directory: The folder's path.
    ///   - cpuPath: Code path of the layers; nil for ``CPUPath/selected()``.
    /// - Throws: A ``NetworkError`` that names file and field.
    package convenience init(directory: String, cpuPath: CPUPath?) throws(NetworkError) {
        let manifestFile = "\(directory)/manifest.json"
        let manifest = try Manifest(
            bytes: try readFile(manifestFile, limit: Limits.manifestBytes), file: manifestFile)
        let weightsFile = "\(directory)/\(manifest.weights.file)"
        try self.init(
            manifest: manifest, manifestFile: manifestFile,
            weights: try readFile(weightsFile, limit: Limits.weightsFileBytes),
            weightsFile: weightsFile, cpuPath: cpuPath)
    }

    /// Creates a network from a manifest and the bytes of its weights file.
    ///
    /// - Parameters:
    ///   - manifest: The manifest.
    ///   - bytes: The weights file; byte count and checksum must match the manifest.
    ///   - cpuPath: Code path of the layers; nil for ``CPUPath/selected()``.
    /// - Throws: A ``NetworkError`` that names file and field.
    package convenience init(
        manifest: Manifest, weights bytes: [UInt8], cpuPath: CPUPath? = nil
    ) throws(NetworkError) {
        try self.init(
            manifest: manifest, manifestFile: "manifest.json", weights: bytes,
            weightsFile: manifest.weights.file, cpuPath: cpuPath)
    }

    /// Checks everything and packs the weights; the parameters contain the names of the files for
    /// error messages.
    private init(
        manifest: Manifest, manifestFile: String, weights bytes: [UInt8], weightsFile: String,
        cpuPath: CPUPath?
    ) throws(NetworkError) {
        guard bytes.count == manifest.weights.bytes else {
            throw NetworkError(
                code: .wrongChecksum,
                message: "\(weightsFile): \(bytes.count) bytes, but \(manifestFile): "
                    + "weights.bytes is \(manifest.weights.bytes). Install the model again.")
        }
        guard sha256(bytes) == manifest.weights.sha256 else {
            throw NetworkError(
                code: .wrongChecksum,
                message: "\(weightsFile): the SHA-256 differs from \(manifestFile): "
                    + "weights.sha256. Install the model again.")
        }
        let path = if let cpuPath { cpuPath } else { try CPUPath.selected() }
        guard path.isSupported else {
            throw NetworkError(
                code: .unsupportedCPU, message: "This CPU cannot run \(path.rawValue).")
        }
        self.manifest = manifest
        self.cpuPath = path
        self.manifestFile = manifestFile
        let stored = try SafetensorsFile(bytes: bytes, file: weightsFile)
        graph = try Graph(manifest, weights: stored, file: manifestFile)
        try manifest.check(stored, graph, file: manifestFile)
        if let set = path.instructionSet {
            packed = try PackedWeights(
                graph, weights: stored, lanes: cnk_lanes(set), images: manifest.imagesOfAFace)
            weights = stored.keepingNumbers(of: manifest.classifierNames)
        } else {
            packed = nil
            weights = stored
        }
    }

    /// A weight by name; `nil` if the network does not have it.
    package func weight(named name: String) -> Tensor? { weights.tensor(named: name) }

    /// Whether all outputs so far were finite.
    ///
    /// If not, the network is damaged, and the outputs of its workspaces are meaningless.
    package var isSound: Bool { soundness.isSound }

    /// Records that a value computed from its outputs is not finite.
    package func noteNonFinite() { soundness.lose() }

    /// Multiply-adds of one run at the manifest's input size.
    package var multiplyAdds: Int { graph.multiplyAdds }

    /// Plans a run and allocates its memory; running the workspace then allocates nothing.
    ///
    /// Several images in one run read the weights once; each has the same result as alone, bit for
    /// bit.
    ///
    /// - Parameters:
    ///   - images: Number of images per run, 1…64.
    ///   - height: Rows of the input; nil for the manifest's.
    ///   - width: Columns of the input; nil for the manifest's.
    ///   - memory: Memory shared with other workspaces, which must not be used between writing its
    ///     input and reading its outputs; nil for its own memory.
    /// - Returns: A workspace of this network.
    /// - Throws: `unsupportedInputSize` for a size other than the manifest's unless the network is
    ///   flexible, and for a size that its graph does not support; `tooLarge` beyond the memory
    ///   limit.
    package func makeWorkspace(
        images: Int = 1, height: Int? = nil, width: Int? = nil,
        sharing memory: WorkspaceMemory? = nil
    ) throws(NetworkError) -> Workspace {
        precondition(1...Limits.images ~= images, "a run takes 1 to \(Limits.images) images")
        let graph = try graph(height, width)
        guard let packed, let set = cpuPath.instructionSet else {
            let reference = ReferenceNetwork(graph: graph, manifest: manifest, weights: weights)
            return Workspace(
                graph, manifest, .reference(ReferenceRun(reference, images: images)),
                images: images, soundness)
        }
        let plan = try ExecutionPlan(graph, images: images, packed: packed, weights: weights)
        let arena = Arena(plan, packed, set, memory: memory ?? WorkspaceMemory())
        return Workspace(graph, manifest, .kernels(arena), images: images, soundness)
    }

    /// The shapes of the outputs at an input size, by name.
    ///
    /// - Throws: Errors of ``makeWorkspace(images:height:width:)``; no memory for a run is
    ///   allocated.
    package func outputShapes(height: Int, width: Int) throws(NetworkError) -> [String: [Int]] {
        let graph = try graph(height, width)
        if let packed {
            _ = try ExecutionPlan(graph, images: 1, packed: packed, weights: weights)
        }
        let shapes = graph.outputs.map { graph.shapes[$0].axes }
        return Dictionary(zip(manifest.outputs, shapes)) { first, _ in first }
    }

    /// The shape of an image of the input: height, width, channels.
    public var inputShape: [Int] { graph.shapes[0].axes }

    /// Runs the network once, on one image.
    ///
    /// Allocates the memory of the run and releases it afterwards.
    ///
    /// - Parameter input: The values of the image in the order of ``inputShape``, with the scale
    ///   and offset of the manifest applied.
    /// - Returns: The outputs by their names in the manifest.
    /// - Throws: `unsupportedInputSize` if the number of values does not match ``inputShape``.
    public func outputs(for input: [Float]) throws(NetworkError) -> [String: Tensor] {
        let workspace = try makeWorkspace()
        let count = workspace.inputShape.reduce(1, *)
        guard input.count == count else {
            throw NetworkError(
                code: .unsupportedInputSize,
                message: "\(manifest.name) supports \(count) values, not \(input.count).")
        }
        workspace.withInput { values in
            for (index, value) in input.enumerated() { values[index] = value }
        }
        run(workspace)
        var outputs: [String: Tensor] = [:]
        for name in manifest.outputs {
            let values = workspace.withOutput(name) { Array($0) }
            outputs[name] = Tensor(shape: workspace.outputShape(name), values: values)
        }
        return outputs
    }

    /// Computes the outputs from the workspace's input.
    ///
    /// An output that is not finite becomes zeros, and ``isSound`` becomes false.
    ///
    /// - Parameter workspace: A workspace of this network; it must not be used by two threads at
    ///   once.
    package func run(_ workspace: Workspace) { workspace.run() }

    /// The graph for an input size.
    private func graph(_ height: Int?, _ width: Int?) throws(NetworkError) -> Graph {
        let (height, width) = (height ?? manifest.input.height, width ?? manifest.input.width)
        if (height, width) == (manifest.input.height, manifest.input.width) { return graph }
        guard manifest.input.flexible else {
            throw NetworkError(
                code: .unsupportedInputSize,
                message: "\(manifest.name) needs \(manifest.input.height)×\(manifest.input.width), "
                    + "not \(height)×\(width).")
        }
        guard 1...Limits.inputSide ~= height, 1...Limits.inputSide ~= width else {
            throw NetworkError(
                code: .unsupportedInputSize,
                message: "\(manifest.name): an input of \(height)×\(width) is outside "
                    + "1…\(Limits.inputSide).")
        }
        do throws(NetworkError) {
            return try Graph(
                manifest, weights: weights, height: height, width: width, file: manifestFile)
        } catch {
            throw NetworkError(
                code: error.code == .tooLarge ? .tooLarge : .unsupportedInputSize,
                message: "\(manifest.name) cannot take \(height)×\(width): \(error.message)",
                cause: error)
        }
    }
}
