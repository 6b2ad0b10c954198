// Runs a network on an image of one color and prints the shape of each output:
//
//   swift run RunNetwork Models/face-detector

import NeuralNetwork

guard CommandLine.arguments.count == 2 else { fatalError("usage: RunNetwork FOLDER") }
let network = try Network(directory: CommandLine.arguments[1])
let input = [Float](repeating: 0.5, count: network.inputShape.reduce(1, *))
let outputs = try network.outputs(for: input)
for (name, tensor) in outputs.sorted(by: { $0.key < $1.key }) { print(name, tensor.shape) }
