// Sends a picture to a running `facialfun serve`; needs neither the networks nor a C library:
//
//   swift run AskService SampleFaces/hopper.jpg

import FacialFunWire
import Foundation

guard CommandLine.arguments.count == 2 else { fatalError("usage: AskService PICTURE.jpg") }
guard let endpoint = ServiceEndpoint.standard else { fatalError("XDG_RUNTIME_DIR is not set") }

let client = ScoringClient(endpoint: endpoint)
let picture = try Data(contentsOf: URL(fileURLWithPath: CommandLine.arguments[1]))
let report = try await client.score([UInt8](picture), format: .jpeg)
print(report.faces.map(\.top.rawValue))
