import FacialFunWire
import Testing
import TestSupport

@testable import CommandSupport

struct LabeledImagesTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func read(_ name: String? = nil) throws -> LabeledImages.Found {
        try LabeledImages.read(InputPath(name.map(folder.path) ?? folder.path))
    }

    private func message(_ name: String? = nil) -> String? {
        do {
            _ = try read(name)
            return nil
        } catch {
            return (error as? CommandError)?.message
        }
    }

    @Test func topFolderIsTheLabelAtAnyDepth() throws {
        try folder.write("fear/b.png", [])
        try folder.write("fear/more/a.png", [])
        try folder.write("anger/c.jpg", [])
        try folder.write("anger/notes.txt", [])
        let found = try read()
        #expect(found.skippedFiles == 1)
        let pictures = found.pictures
        #expect(
            pictures.map { $0.item.path.text.dropFirst(folder.path.count + 1) }
                == ["anger/c.jpg", "fear/b.png", "fear/more/a.png"])
        #expect(pictures.map(\.truth) == [.anger, .fear, .fear])
    }

    @Test func onlyFoldersOfPeopleNameThePerson() throws {
        try folder.write("anna/fear/a.png", [])
        try folder.write("anna/neutral/b.png", [])
        try folder.write("ben/fear/c.png", [])
        try folder.write("fear/anger/d.png", [])
        let pictures = try read().pictures
        #expect(pictures.map(\.truth) == [.fear, .neutral, .fear, .fear])
        let people = pictures.map(\.person)
        #expect(people[0] != nil && people[0] == people[1] && people[2] != people[0])
        #expect(people[2] != nil && people[3] == nil)
    }

    @Test func trailingSlashIsIgnored() throws {
        try folder.write("fear/b.png", [])
        #expect(try LabeledImages.read(InputPath(folder.path + "/")).pictures.count == 1)
    }

    @Test func imagesOutsideTheClassFoldersAreCounted() throws {
        try folder.write("fear/b.png", [])
        try folder.write("stray.png", [])
        let found = try read()
        #expect(found.pictures.count == 1)
        #expect(found.withoutLabel == 1)
    }

    @Test func unknownEmotionFolderIsRejectedByName() throws {
        try folder.write("joy/b.png", [])
        #expect(message()?.contains("\"joy\" is neither an emotion") == true)
        #expect(message()?.contains("with neutral") == true)
    }

    @Test func foldersTooDeepAreRejectedWithTheExpectedLayout() throws {
        try folder.write("children/anna/fear/b.png", [])
        let said = message()
        #expect(said?.contains("\"children\" is neither an emotion nor") == true)
        #expect(said?.contains("PERSON/EMOTION") == true)
    }

    @Test func pathsInATableAreRelativeToTheTable() throws {
        try folder.write(
            "tables/labels.csv", "path,label\nfaces/a.png,fear\n/b.png,anger\n".utf8)
        let pictures = try read("tables/labels.csv").pictures
        #expect(
            pictures.map(\.item.path.text) == [folder.path("tables/faces/a.png"), "/b.png"])
        #expect(pictures.map(\.truth) == [.fear, .anger])
    }

    @Test func unknownLabelIsRejectedWithItsLine() throws {
        try folder.write("labels.csv", "path,label\na.png,fear\nb.png,joy\n".utf8)
        let reported = message("labels.csv")
        #expect(reported?.contains("labels.csv, line 3: unknown emotion \"joy\"") == true)
    }

    @Test func emptyInputIsAnError() throws {
        #expect(message()?.contains("contains no labeled pictures") == true)
        #expect(message("missing")?.contains("no such file") == true)
    }
}
