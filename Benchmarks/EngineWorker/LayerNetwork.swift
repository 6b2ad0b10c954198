import Crypto
import FoundationEssentials
import NeuralNetwork

/// Small networks with a layer; the difference of their times is the time of the layer.
enum LayerNetwork {
    /// Two networks, and the number of additional layers in the first.
    struct Pair {
        let longer: Network
        /// nil if the longer network consists of the layer only.
        let shorter: Network?
        let layers: Int
    }

    /// The networks for a layer.
    ///
    /// A stem is a network by itself. A layer that can follow itself is measured as four layers
    /// minus one. Any other layer follows an entry layer that makes its channels, and is compared
    /// with the entry followed by a layer that computes one pixel.
    static func pair(for shape: LayerShape) throws -> Pair {
        if shape.isStem {
            return Pair(longer: try network([shape]), shorter: nil, layers: 1)
        }
        let entry = LayerShape(
            op: "conv2d", height: shape.height, width: shape.width, inputs: 1,
            outputs: shape.inputs, kernel: 1, stride: 1, padding: [0, 0, 0, 0],
            images: shape.images)
        if shape.isRepeatable {
            return Pair(
                longer: try network([entry] + [LayerShape](repeating: shape, count: 4)),
                shorter: try network([entry, shape]), layers: 3)
        }
        let onePixel = LayerShape(
            op: "depthwise_conv2d", height: shape.height, width: shape.width, inputs: shape.inputs,
            outputs: shape.inputs, kernel: 1, stride: max(shape.height, shape.width),
            padding: [0, 0, 0, 0], images: shape.images)
        return Pair(
            longer: try network([entry, shape]), shorter: try network([entry, onePixel]), layers: 1)
    }

    /// Metadata that make a network take a face and its mirror image; its classifier does not run.
    private static let emotion = """
        "emotion":{"labels":["any"],"mirrorAveraging":true,\
        "framing":{"sideOverBoxWidth":1.2,"centreBelowEyes":0.1},\
        "classifier":{"weight":"classifier","bias":"constant","temperature":1}}
        """

    /// A chain of layers with small weights.
    private static func network(_ layers: [LayerShape]) throws -> Network {
        let bytes = weights(layers)
        var nodes: [String] = []
        for (index, layer) in layers.enumerated() {
            let input = index == 0 ? "input" : "t\(index - 1)"
            nodes.append(
                """
                {"op":"\(layer.op)","name":"n\(index)","inputs":["\(input)"],\
                "output":"t\(index)","weight":"w\(index)","bias":"b\(index)",\
                "stride":[\(layer.stride),\(layer.stride)],"padding":\(layer.padding),\
                "activation":"relu"}
                """)
        }
        let first = layers[0]
        let task = first.takesFaces ? "emotion-recognition" : "face-detection"
        let emotion = first.takesFaces ? ",\(Self.emotion)" : ""
        let manifest = """
            {"format":"facialfun.network/1","name":"layer","version":"1","task":"\(task)",\
            "licence":"Apache-2.0","source":"made to time a layer",\
            "weights":{"file":"weights.safetensors","bytes":\(bytes.count),\
            "sha256":"\(hexadecimal(bytes))"},\
            "input":{"name":"input","height":\(first.height),"width":\(first.width),\
            "channels":\(first.inputs),"colour":"\(first.inputs == 3 ? "rgb" : "grey")",\
            "scale":1,"offset":0},\
            "outputs":["t\(layers.count - 1)"],"nodes":[\(nodes.joined(separator: ","))]\(emotion)}
            """
        return try Network(manifest: try Manifest(bytes: Array(manifest.utf8)), weights: bytes)
    }

    /// A safetensors file with the weights `w0`, `b0` and so on.
    private static func weights(_ layers: [LayerShape]) -> [UInt8] {
        var entries: [String] = []
        // Half precision, as in the files of the shipped networks.
        var values: [Float16] = []
        func add(_ name: String, _ shape: [Int]) {
            let start = values.count * 2
            let count = shape.reduce(1, *)
            // Small values that are not denormal in single precision at any depth.
            values += (0..<count).map {
                Float16(Float($0 % 17 + 1) / Float(170 * max(1, shape.last ?? 1)))
            }
            entries.append(
                """
                "\(name)":{"dtype":"F16","shape":\(shape),\
                "data_offsets":[\(start),\(start + count * 2)]}
                """)
        }
        for (index, layer) in layers.enumerated() {
            add("w\(index)", layer.weightShape)
            add("b\(index)", [layer.outputs])
        }
        if let last = layers.last, last.takesFaces {
            add("classifier", [1, last.outputSize.height * last.outputSize.width * last.outputs])
            add("constant", [1])
        }
        let header = Array("{\(entries.joined(separator: ","))}".utf8)
        let length = UInt64(header.count).littleEndian
        return withUnsafeBytes(of: length) { Array($0) } + header
            + values.withUnsafeBytes { Array($0) }
    }

    private static func hexadecimal(_ bytes: [UInt8]) -> String {
        SHA256.hash(data: bytes).map { byte in
            let text = String(byte, radix: 16)
            return text.count == 1 ? "0" + text : text
        }.joined()
    }
}
