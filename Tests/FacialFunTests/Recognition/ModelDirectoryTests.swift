import FacialFun
import Foundation
import Testing

/// A temporary folder, deleted at the end of the test.
private final class Folder {
    let path = NSTemporaryDirectory() + "facialfun-models-" + UUID().uuidString

    /// Puts an empty manifest at the place of a network.
    func addNetwork(_ name: String) throws -> String {
        let folder = path + "/" + name
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        try Data("{}".utf8).write(to: URL(fileURLWithPath: folder + "/manifest.json"))
        return folder
    }

    deinit {
        // Files that remain in the temporary folder do no harm.
        try? FileManager.default.removeItem(atPath: path)
    }
}

struct ModelDirectoryTests {
    private let folder = Folder()

    @Test("the option takes precedence over the environment")
    func option() throws {
        _ = try folder.addNetwork("named/face-detector")
        _ = try folder.addNetwork("other/face-detector")
        let found = try ModelDirectory.locate(
            option: folder.path + "/named", environment: ["FACIALFUN_MODELS": folder.path],
            executablePath: folder.path + "/bin/facialfun")
        #expect(found.path == folder.path + "/named")
        #expect(found.origin == .option)
        #expect(found.emotionNetwork == folder.path + "/named/emotion-v1")
    }

    @Test("a folder with one emotion network replaces only that network")
    func emotionNetwork() throws {
        _ = try folder.addNetwork("share/facialfun/Models/face-detector")
        let mine = try folder.addNetwork("mine")
        let found = try ModelDirectory.locate(
            option: mine, environment: [:], executablePath: folder.path + "/bin/facialfun")
        #expect(found.emotionNetwork == mine)
        #expect(found.emotionNetworkOrigin == .option)
        #expect(found.faceDetector == folder.path + "/share/facialfun/Models/face-detector")
        #expect(found.origin == .installed)
    }

    @Test("an installed binary uses the models installed with it, before those of the package")
    func installed() throws {
        _ = try folder.addNetwork("share/facialfun/Models/face-detector")
        _ = try folder.addNetwork("package/Models/face-detector")
        let found = try ModelDirectory.locate(
            option: nil, environment: [:], executablePath: folder.path + "/bin/facialfun",
            packagePath: folder.path + "/package")
        #expect(found.origin == .installed)
    }

    @Test("a binary that is not installed uses the models of its package")
    func package() throws {
        _ = try folder.addNetwork("package/Models/face-detector")
        let found = try ModelDirectory.locate(
            option: nil, environment: ["FACIALFUN_MODELS": ""],
            executablePath: folder.path + "/bin/facialfun",
            packagePath: folder.path + "/package")
        #expect(found.origin == .package)
    }

    @Test("the package of this build has models")
    func packageOfThisBuildHasModels() throws {
        let found = try ModelDirectory.locate(
            option: nil, environment: [:], executablePath: "/nowhere/bin/facialfun")
        #expect(found.origin == .package)
    }

    @Test("a named folder without models is rejected by name, never skipped")
    func namedWithoutModels() throws {
        _ = try folder.addNetwork("share/facialfun/Models/face-detector")
        for (option, variable) in [("/no/such/folder", nil), (nil, "/no/such/folder")] {
            let environment = variable.map { ["FACIALFUN_MODELS": $0] } ?? [:]
            let error = try #require(throws: FacialFunError.self) {
                try ModelDirectory.locate(
                    option: option, environment: environment,
                    executablePath: folder.path + "/bin/facialfun")
            }
            #expect(error.code == .modelsNotFound)
            #expect(error.message.contains("/no/such/folder"))
        }
    }

    @Test("without models the error names the searched folders and the remedy")
    func nowhere() throws {
        let error = try #require(throws: FacialFunError.self) {
            try ModelDirectory.locate(
                option: nil, environment: [:], executablePath: folder.path + "/bin/facialfun",
                packagePath: folder.path + "/package")
        }
        #expect(error.message.contains(folder.path + "/share/facialfun/Models"))
        #expect(error.message.contains(folder.path + "/package/Models"))
        #expect(error.message.contains("--model"))
    }
}
