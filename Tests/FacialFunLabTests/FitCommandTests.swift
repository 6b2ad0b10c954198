import Foundation
import TestSupport
import Testing

/// `facialfun-lab fit` from folders of rendered faces to scores, as users run it.
@Suite(
    .serialized,
    .enabled(
        if: FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg"),
        "ffmpeg is not installed: fitting is not tested (apt-get install ffmpeg)"))
struct FitCommandTests {
    /// Makes `Faces/CLASS/PERSON/N.jpg`: a smiling and a frowning rendered face as five people,
    /// distinguished by light and color, in four framings each.
    private static let faces = """
        for class in smiling:happiness frowning:anger; do
            n=0
            for person in anna ben cleo dan eve; do
                n=$((n+1)); mkdir -p Faces/${class%:*}/$person
                ffmpeg -nostdin -v error -loop 1 -i "$S/rendered-${class#*:}.jpg" -frames:v 4 -vf \
                  "hue=h=$((n*25-75)):b=$((n-3))*0.4,crop=iw-(n*16):ih-(n*16):n*$n:8*n,scale=400:-2" \
                  Faces/${class%:*}/$person/%d.jpg
            done
        done

        """

    @Test("a fitted model outputs its classes everywhere, and the same emotions as before")
    func fitted() throws {
        let folder = try TemporaryFolder()
        let result = try Program.shell(
            Self.faces
                + """
                "$LAB" fit Faces --output own >summary || exit 9
                ls own | tr '\\n' ' '; echo
                for model in "" "--model own"; do "$F" score "$S/rendered-happiness.jpg" --format jsonl $model; done >records
                "$F" score "$S/rendered-anger.jpg" "$S/no-face-cat.jpg" --format csv --model own | tr -d '\\r' >table.csv
                "$F" score "$S/rendered-anger.jpg" --model own | grep 'own classes'
                "$F" model-card --model own | head -1
                "$F" doctor --model own >/dev/null; echo "doctor $?"
                cat table.csv records
                "$F" match "$S/rendered-anger.jpg" -t anger -l 1 --model own | grep -c '^    own classes: frowning [01]'
                "$F" match "$S/rendered-anger.jpg" -t anger -l 1 --model own --format jsonl
                ffmpeg -nostdin -v error -loop 1 -i "$S/rendered-anger.jpg" -frames:v 2 clip.mp4
                "$F" score clip.mp4 --timeline page.html --model own | grep 'person 1'
                grep -c 'class="own0 mark"' page.html
                """, in: folder)
        try #require(result.status == 0, "\(result.errors)")
        let lines = result.lines.map(String.init)
        try #require(lines.count == 13, "\(lines)")
        let match = try JSONDocument(parsing: Data(lines[10].utf8))
        #expect(lines[9] == "1" && match["classes"]?["top"]?.text == "frowning")
        #expect(lines[11].contains("frowning in 100 % of 2 judged frames"), "\(lines[11])")
        #expect(lines[0] == "README.md judgeability.json manifest.json weights.safetensors ")
        #expect(lines[1].hasPrefix("    own classes:  frowning "))
        let version = try version
        #expect(lines[2] == "# own: user-defined classes on emotion-v1 \(version)")
        #expect(lines[3] == "doctor 0")
        #expect(lines[4].hasSuffix(",errorMessage,topClass,class.frowning,class.smiling"))
        let cells = lines[5].split(separator: ",", omittingEmptySubsequences: false)
        #expect(cells[cells.count - 3] == "frowning")
        #expect((Double(cells[cells.count - 2]) ?? 0) > 0.8)
        #expect(lines[6].hasSuffix(",,,"), "a picture without a face has empty cells")
        let base = try JSONDocument(parsing: Data(lines[7].utf8))
        let own = try JSONDocument(parsing: Data(lines[8].utf8))
        let (before, after) = (base["faces"]?.elements.first, own["faces"]?.elements.first)
        #expect(before?["classes"] == nil)
        #expect(after?["classes"]?["top"]?.text == "smiling")
        #expect((after?["classes"]?["scores"]?["smiling"]?.number ?? 0) > 0.8)
        #expect(after?["scores"] != nil && after?["scores"] == before?["scores"])
        let summary = try String(contentsOfFile: folder.path("summary"), encoding: .utf8)
        #expect(summary.contains("40 faces in 2 classes, 5-fold cross-validation by person"))
        #expect(summary.contains("accuracy 100.0 %"), "\(summary)")
        #expect(summary.contains("frowning: recall 100.0 % of 20 faces"))
    }

    /// The emotion model's version.
    private var version: String {
        get throws {
            let manifest = try Data(
                contentsOf: URL(fileURLWithPath: ModelsFolder.path(of: "emotion-v1/manifest.json")))
            return try #require(JSONDocument(parsing: manifest)["version"]?.text)
        }
    }

    @Test("too few faces, an existing output and too few classes are rejected with the remedy")
    func refusals() throws {
        let folder = try TemporaryFolder()
        let result = try Program.shell(
            """
            mkdir -p Few/calm Few/tense taken
            for n in 1 2 3; do cp "$PORTRAIT" Few/calm/$n.jpg; done
            cp "$S/no-face-cat.jpg" Few/tense/1.jpg; cp "$S/blurred.jpg" Few/tense/2.jpg; touch taken/file
            "$LAB" fit Few --output model; echo $?
            "$LAB" fit Few --output taken; echo $?
            "$LAB" fit Few/calm --output model; echo $?
            "$LAB" fit nowhere --output model; echo $?
            "$LAB" fit Few --output ''; echo $?
            ls
            """, in: folder)
        #expect(result.lines == ["64", "3", "64", "64", "64", "Few", "taken"], "\(result)")
        #expect(
            result.errors.contains(
                "each class needs 20 faces that can be judged: calm has 3, tense has 0 (1 without a "
                    + "face, 1 that cannot be judged left out)"), "\(result.errors)")
        #expect(result.errors.contains("taken: it already exists"))
        #expect(result.errors.contains("pictures of 0 classes: two or more are needed"))
    }
}
