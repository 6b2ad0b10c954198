import Foundation
import Testing
import TestSupport

/// `facialfun score --landmarks`.
struct LandmarksTests {
    private func records(_ arguments: String, in folder: TemporaryFolder? = nil) throws
        -> [JSONDocument]
    {
        try Program.shell("$F score \(arguments) --format jsonl", in: folder).records()
    }

    private func points(_ face: JSONDocument?) -> [(x: Double, y: Double)] {
        (face?["landmarks"]?.elements ?? []).compactMap { point in
            guard point.elements.count == 3, let x = point.elements[0].number,
                let y = point.elements[1].number
            else { return nil }
            return (x, y)
        }
    }

    @Test("requested landmarks conform to the schema and change nothing else in the report")
    func landmarksOnRequest() throws {
        let schema = try JSONSchema(
            contentsOfFile: Program.package
                + "/Sources/FacialFunWire/Records/image-report.schema.json")
        let pictures = "$S/{rendered-happiness,two-people,no-face-cat}.jpg"
        for (without, with) in zip(
            try records(pictures + " --movements"),
            try records(pictures + " --movements --landmarks"))
        {
            #expect(schema.faults(of: with) == [])
            for (other, face) in zip(
                without["faces"]?.elements ?? [], with["faces"]?.elements ?? [])
            {
                #expect(points(face).count == 478)
                #expect(other["landmarks"] == nil && other["gaze"] == nil)
                for key in other.keys { #expect(face[key] == other[key], "\(key)") }
            }
        }
    }

    @Test("points match the picture at any size and orientation of the file")
    func coordinates() throws {
        let folder = try TemporaryFolder()
        let made = try Program.shell(
            """
            cp "$PORTRAIT" a.jpg; ffmpeg -v error -i a.jpg -vf scale=iw*3:ih*3:flags=bicubic large.png
            """, in: folder)
        #expect(made.status == 0)
        let found = try records("a.jpg large.png --landmarks", in: folder)
        let faces = found.compactMap { $0["faces"]?.elements.first }
        try #require(faces.count == 2)
        let (small, large) = (points(faces[0]), points(faces[1]))
        let width = try #require(faces[0]["box"]?["width"]?.number)
        for (one, other) in zip(small, large) {
            #expect(
                abs(one.x - other.x / 3) < 0.06 * width && abs(one.y - other.y / 3) < 0.06 * width)
        }
        // The iris centers, 468 of the right eye and 473 of the left, coincide with the detector's
        // eyes.
        for (index, name) in [(468, "rightEye"), (473, "leftEye")] {
            let eye = try #require(faces[0]["keypoints"]?[name])
            #expect(abs(small[index].x - (eye["x"]?.number ?? 0)) < 0.1 * width)
            #expect(abs(small[index].y - (eye["y"]?.number ?? 0)) < 0.1 * width)
        }
    }

    @Test("films have landmarks, and CSV has columns for them")
    func film() throws {
        let result = try Program.shell(
            """
            ffmpeg -nostdin -v error -loop 1 -i "$PORTRAIT" -t 0.2 -r 10 -pix_fmt yuv420p \
              -vf scale=320:-2 clip.mp4
            "$F" score clip.mp4 --landmarks --format csv | awk -F, '{print NF}' | sort -u
            "$F" score clip.mp4 --landmarks --format csv | head -1 | tr -d '\\r' | grep -o 'gazeYaw,.*x_0,'
            """, in: try TemporaryFolder())
        #expect(result.lines.count == 2, "\(result.output)")
        #expect(result.lines.last?.hasSuffix("gazeYawLeft,gazePitchLeft,x_0,") == true)
    }
}
