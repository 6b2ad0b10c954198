import Foundation
import Testing
import TestSupport

/// `facialfun score` on films that ffmpeg makes from the sample faces.
@Suite(
    .enabled(
        if: FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg"),
        "ffmpeg is not installed: films are not tested (apt-get install ffmpeg)"))
struct FilmTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Two portraits on gray at 10 frames per second; the time `t` determines their positions.
    private static func film(
        _ name: String, seconds: Double, first: String, second: String
    ) -> String {
        """
        ffmpeg -nostdin -v error -y -f lavfi -i color=c=0x808890:s=640x360:r=10:d=\(seconds) \
          -loop 1 -i "$PORTRAIT" -loop 1 -i "$OTHER" -filter_complex \
          "[1]scale=-1:240[a];[2]scale=-1:240[b];[0][a]overlay=\(first):shortest=1[c];[c][b]overlay=\(second):shortest=1" \
          -t \(seconds) -pix_fmt yuv420p \(name)

        """
    }

    /// For each person, the frames with that person and the position in them.
    private static func paths(_ records: [JSONDocument]) -> [Int: [(time: Double, x: Double)]] {
        var paths: [Int: [(time: Double, x: Double)]] = [:]
        for record in records {
            for face in record["faces"]?.elements ?? [] {
                guard let person = face["person"]?.number, let time = record["time"]?.number,
                    let x = face["box"]?["x"]?.number
                else { continue }
                paths[Int(person), default: []].append((time, x))
            }
        }
        return paths
    }

    @Test("two people who cross keep their numbers")
    func crossing() throws {
        let result = try Program.shell(
            Self.film("film.mp4", seconds: 4, first: "x=-20+80*t:y=40", second: "x=440-100*t:y=70")
                + "\"$F\" score film.mp4 --format jsonl", in: folder)
        #expect(result.status == 0, "\(result.errors)")
        let records = try result.records()
        #expect(records.map { $0["frame"]?.number } == (1...40).map { Double($0) })
        #expect(records[25]["time"]?.number == 2.5)
        let paths = Self.paths(records)
        #expect(paths.keys.sorted() == [1, 2])
        let directions = paths.mapValues { ($0.last?.x ?? 0) - ($0.first?.x ?? 0) }
        #expect(directions.values.contains { $0 > 150 } && directions.values.contains { $0 < -150 })
        // Both people are visible before and after they cross.
        for path in paths.values {
            #expect(path.first.map { $0.time < 0.3 } == true)
            #expect(path.last.map { $0.time > 3.8 } == true)
        }
    }

    @Test("a returning person has the old number, and another person in that place a new one")
    func returningPerson() throws {
        let result = try Program.shell(
            Self.film(
                "film.mp4", seconds: 5, first: "x=150:y=40:enable='lt(t,1.5)+gt(t,3.5)'",
                second: "x=150:y=60:enable='between(t,1.5,3)'")
                + "\"$F\" score film.mp4 --format jsonl", in: folder)
        #expect(result.status == 0, "\(result.errors)")
        let paths = Self.paths(try result.records())
        #expect(paths.keys.sorted() == [1, 2])
        let times = try #require(paths[1]).map(\.time)
        #expect(times.contains { $0 < 1.4 } && times.contains { $0 > 3.6 })
        #expect(!times.contains { $0 > 1.6 && $0 < 3.4 })
        #expect(try #require(paths[2]).allSatisfy { $0.time >= 1.4 && $0.time <= 3.1 })
    }

    @Test("a film without a face still has records, and --fail-on counts it once")
    func noFace() throws {
        let result = try Program.shell(
            """
            ffmpeg -nostdin -v error -loop 1 -i "$S/no-face-coffee.jpg" -t 0.5 -r 10 -vf scale=320:240 film.mp4
            "$F" score film.mp4 --format jsonl --fail-on no-face
            """, in: folder)
        #expect(result.status == 1)
        #expect(try result.records().map { $0["faces"]?.elements.count } == [0, 0, 0, 0, 0])
        #expect(result.errors.components(separatedBy: "no face was found").count == 2)
    }

    @Test("--annotate FILE writes the scored frames with their boxes and keeps the sound")
    func overlay() throws {
        let result = try Program.shell(
            Self.film("silent.mp4", seconds: 1, first: "x=40:y=40", second: "x=380:y=60")
                + """
                ffmpeg -nostdin -v error -i silent.mp4 -f lavfi -i sine=frequency=440:duration=1 \
                  -c:v copy -c:a aac film.mp4
                "$F" score film.mp4 --format jsonl --annotate out.mp4 >records || exit 9
                ffprobe -v error -show_entries stream=codec_type,width,height -of csv=p=0 out.mp4
                ffprobe -v error -select_streams v -show_entries packet=pts_time -of csv=p=0 out.mp4 | sort -n | head -2
                ffprobe -v error -select_streams v -count_packets -show_entries stream=nb_read_packets -of csv=p=0 out.mp4
                ls; cat records
                """, in: folder)
        try #require(result.status == 0, "\(result.errors)")
        let lines = result.lines
        #expect(lines[0] == "video,640,720" || lines[0].hasPrefix("video,"), "\(lines)")
        #expect(lines.contains("audio"))
        #expect(lines.contains("10"), "ten frames")
        #expect(!result.output.contains(".part"))
        // Along the edge of the first face's box, the picture differs from the film.
        let difference = try Program.shell(
            """
            ffmpeg -nostdin -v error -i out.mp4 -i film.mp4 -filter_complex \
              "[1:v][0:v]scale2ref[a][b];[a][b]blend=all_mode=difference,format=gray" -frames:v 1 -f rawvideo - \
              | od -An -v -tu1 -w1 | awk '$1 > 60 { n++ } END { print (n > 2000) ? "drawn" : "not drawn " n }'
            """, in: folder)
        #expect(difference.lines == ["drawn"], "\(difference)")
    }

    @Test(
        "an annotated film that cannot be written is rejected with a remedy before scoring"
    )
    func overlayRefusals() throws {
        let result = try Program.shell(
            Self.film("film.mp4", seconds: 0.2, first: "x=40:y=40", second: "x=380:y=60")
                + """
                cp film.mp4 other.mp4; cp "$PORTRAIT" a.jpg; mkdir none; chmod 555 none
                for words in "film.mp4 other.mp4 --annotate out.mp4" "a.jpg --annotate out.mp4" \
                  "film.mp4 --annotate film.mp4" "film.mp4 --annotate missing/../film.mp4"; do
                    "$F" score $words >/dev/null; echo $?
                done
                ls
                """, in: folder)
        #expect(result.lines.prefix(4) == ["64", "64", "3", "3"], "\(result)")
        #expect(!result.output.contains("out.mp4"))
        #expect(result.errors.contains("there are 2 inputs"))
        #expect(result.errors.contains("the input is not a film"))
        #expect(result.errors.contains("it would replace the film that is scored"))
    }

    @Test("an error of ffmpeg while writing is reported, and the scores are complete")
    func overlayFailure() throws {
        let result = try Program.shell(
            Self.film("film.mp4", seconds: 0.5, first: "x=40:y=40", second: "x=380:y=60")
                + """
                mkdir bin
                printf '#!/bin/sh\\ncase "$*" in *pipe:0*) echo "Disk quota exceeded" >&2; exit 1;; esac\\nexec /usr/bin/ffmpeg "$@"\\n' >bin/ffmpeg
                chmod +x bin/ffmpeg
                PATH="$PWD/bin:$PATH" "$F" score film.mp4 --format jsonl --annotate out.mp4 >records; echo $?
                wc -l <records; ls
                """, in: folder)
        #expect(result.lines.prefix(2) == ["3", "5"], "\(result)")
        #expect(!result.output.contains("out.mp4"))
        #expect(
            result.errors.contains(
                "Cannot write the annotated film: ffmpeg stopped writing it. (Disk quota exceeded)"),
            "\(result.errors)")
        #expect(result.errors.components(separatedBy: "annotated film").count == 2, "said once")
    }

    @Test("records of pictures are unchanged, and those of films have their own members")
    func records() throws {
        let result = try Program.shell(
            Self.film("film.mp4", seconds: 0.3, first: "x=0:y=40", second: "x=380:y=60")
                + """
                cp "$PORTRAIT" a.jpg; mkdir both; cp a.jpg film.mp4 both
                "$F" score both --format jsonl
                "$F" score both --format csv >both.csv
                "$F" score both --format csv --no-films >pictures.csv
                "$F" score a.jpg --format csv | sed s,^a,both/a, >picture.csv
                cmp pictures.csv picture.csv && echo same
                head -1 both.csv | tr -d '\\r'
                grep -c film.mp4 both.csv
                """, in: folder)
        let lines = result.lines
        let records = try lines.prefix(4).map { try JSONDocument(parsing: Data($0.utf8)) }
        #expect(records[0]["frame"] == nil && records[0]["faces"]?.elements.first?["person"] == nil)
        #expect(records[0]["image"]?["format"]?.text == "jpeg")
        #expect(records[1]["frame"]?.number == 1 && records[1]["image"]?["format"]?.text == "film")
        try #require(lines.count == 7, "\(result.errors)")
        #expect(lines[4] == "same")
        #expect(lines[5].hasSuffix(",errorMessage,frame,time,person"))
        #expect(lines[6] == "6")
    }

    @Test("a stream of JPEGs gives a record for each frame as it arrives, including damaged ones")
    func stream() throws {
        let result = try Program.shell(
            """
            mkfifo pipe
            "$F" score - --stream --fps 10 --format jsonl <pipe >records & PID=$!
            exec 3>pipe
            cat "$PORTRAIT" >&3
            # The first frame's record comes while the stream is open.
            until [ "$(wc -l <records)" = 1 ]; do kill -0 $PID || exit 99; sleep 0.05; done
            head -c 9000 "$PORTRAIT" >&3
            printf 'noise between' >&3
            cat "$PORTRAIT" >&3
            head -c 5000 "$PORTRAIT" >&3
            exec 3>&-
            wait $PID; echo $? >&2
            cat records
            """, in: folder)
        let records = try result.records()
        #expect(records.map { $0["frame"]?.number } == [1, 2, 3, 4])
        #expect(records.map { $0["time"]?.number } == [0, 0.1, 0.2, 0.3])
        #expect(records.map { $0["error"] == nil } == [true, false, true, false])
        #expect(records[0]["faces"]?.elements.first?["person"]?.number == 1)
        #expect(records[2]["faces"]?.elements.first?["person"]?.number == 1)
        #expect(result.errors.hasSuffix("\n1\n"), "\(result.errors)")
        #expect(result.errors.contains("frame 2: "))
    }

    @Test("input that is not a stream of JPEGs is rejected by name")
    func noStream() throws {
        let result = try Program.shell(
            """
            "$F" score - --stream --fps 10 <"$S/cut-out.png"; echo $?
            "$F" score - --stream --fps 10 </dev/null; echo $?
            "$F" score - --stream </dev/null; echo $?
            """, in: folder)
        #expect(result.lines.filter { $0.count < 4 } == ["1", "1", "64"])
        #expect(result.errors.contains("starts with a PNG file"))
        #expect(result.errors.contains("The stream contains no JPEG"))
        #expect(result.errors.contains("--stream needs --fps"))
    }

    @Test("annotations for ELAN, a page and pictures are written for a film")
    func outputs() throws {
        let result = try Program.shell(
            Self.film("film.mp4", seconds: 0.5, first: "x=0:y=40", second: "x=380:y=60")
                + """
                "$F" score film.mp4 --format elan --timeline page.html --annotate out --rectangles out
                ls out/film | tr '\\n' ' '; echo
                grep -c '<title id=' page.html
                grep -ciE 'https?://|<script|<img|src=' page.html
                """, in: folder)
        let lines = result.lines
        try #require(lines.count == 6, "\(result.errors)")
        #expect(lines[0] == "Tier\tBegin Time - ss.msec\tEnd Time - ss.msec\tAnnotation\tFile Path")
        #expect(lines[1].hasPrefix("person 1\t0.000\t0.500\t"))
        #expect(lines[2].hasPrefix("person 2\t0.000\t0.500\t"))
        #expect(lines[3].contains("frame000001.annotated.png frame000001.face1.png"))
        #expect(lines[3].contains("frame000005.face2.png"))
        // A chart of all people, and one of each of the two.
        #expect(lines[4] == "3")
        #expect(lines[5] == "0")
    }

    @Test(
        "an unreadable film has a failure record, others are scored, and missing ffmpeg is reported"
    )
    func failures() throws {
        let result = try Program.shell(
            """
            printf 'no film' >bad.mp4; : >empty.mkv; cp "$PORTRAIT" a.jpg
            "$F" score bad.mp4 gone.mp4 empty.mkv a.jpg --format jsonl; echo $? >&2
            PATH=/nowhere "$F" score bad.mp4 --format jsonl; echo $? >&2
            """, in: folder)
        let records = try result.records()
        #expect(
            records.map { $0["error"]?["code"]?.text }
                == ["no_pictures", "not_found", "no_pictures", nil, "reader_missing"])
        #expect(result.errors.contains("apt-get install ffmpeg"))
    }

    @Test("ending facialfun also ends a reader that hangs")
    func interrupted() throws {
        let result = try Program.shell(
            """
            mkdir bin; : >film.mp4
            # Once its memory is limited facialfun knows whom it has to end.
            echo '#!/bin/sh' >bin/ffmpeg
            echo 'until [ "$(ulimit -v)" != unlimited ]; do sleep 0.01; done' >>bin/ffmpeg
            echo 'echo $$ >pid; exec sleep 1000' >>bin/ffmpeg
            chmod +x bin/ffmpeg
            PATH="$PWD/bin:$PATH" "$F" score film.mp4 &
            until [ -s pid ]; do sleep 0.05; done
            kill -TERM $!; wait $!; echo $?
            reader=/proc/$(cat pid)/status
            for i in $(seq 400); do
                [ -e $reader ] && ! grep -q 'State:.*Z' $reader || { echo ended; break; }
                sleep 0.05
            done
            """, in: folder)
        #expect(result.lines == ["143", "ended"], "\(result.errors)")
    }
}
