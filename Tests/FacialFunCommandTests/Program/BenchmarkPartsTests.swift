import Testing
import TestSupport

/// `Benchmarks/run.sh`, except the parts that need the peers.
struct BenchmarkPartsTests {
    @Test("results of other processors are listed with their figures")
    func processors() throws {
        let folder = try TemporaryFolder()
        let result = try Program.shell(
            """
            cp "$PACKAGE"/Benchmarks/results/results.json .
            cd "$PACKAGE/Benchmarks/compare" && PYTHONDONTWRITEBYTECODE=1 python3 - "$OLDPWD" <<'END'
            import importlib.util, json, pathlib, sys
            sys.path.insert(0, ".")
            spec = importlib.util.spec_from_file_location("compare", "__main__.py")
            compare = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(compare)
            import report
            folder = pathlib.Path(sys.argv[1])
            own = json.loads((folder / "results.json").read_text())
            other = json.loads((folder / "results.json").read_text())
            other["machine"]["processor"] = "Another One"
            del other["layers"]
            engines = other["networks"]["face-mesh"]["engines"]
            engines["onnxruntime"]["oursOverTheirs"]["median"] = 0.4321
            for name, text in (("a", own), ("b", other)):
                (folder / f"results-{name}.json").write_text(json.dumps(text))
            found = compare.others(folder, own)
            print([each["machine"]["processor"] for each in found])
            page = report.page(own, {}, found)
            table = page[page.index("## By processor"):]
            print("AMD EPYC" in table and "Another One" in table and "0.43×" in table, "| – |" in table)
            print("## By processor" in report.page(own, {}))
            END
            """, in: folder, variables: ["PACKAGE": Program.package])
        #expect(result.output == "['Another One']\nTrue True\nFalse\n", "\(result)")
    }

    @Test("every peer is fully pinned: each package with its version and checksums")
    func locks() throws {
        let result = try Program.shell(
            """
            cd "$PACKAGE/Benchmarks/requirements"
            for text in *.txt; do
                lock=${text%.txt}.lock
                test -s $lock || echo "$lock is not there"
                grep -v '^#' $text | while read -r wanted; do
                    grep -qi "^$wanted " $lock || echo "$lock lacks $wanted"
                done
                # A package begins at the start of a line; its checksums follow, indented.
                awk '/^[a-z]/ { if (name != "" && !sums) print FILENAME, name; name = $1; sums = 0 }
                     /--hash=sha256:/ { sums++ } END { if (!sums) print FILENAME, name }' $lock
                grep -E '^[A-Za-z]' $lock | grep -v == || true
            done
            """, variables: ["PACKAGE": Program.package])
        #expect(result.output == "", "\(result)")
    }

    @Test("a failing part does not affect the others, and the page names it with its reason")
    func failure() throws {
        let result = try Program.shell(
            """
            cd "$PACKAGE/Benchmarks/compare" && PYTHONDONTWRITEBYTECODE=1 python3 - <<'END'
            import importlib.util, json, sys
            sys.path.insert(0, ".")
            spec = importlib.util.spec_from_file_location("compare", "__main__.py")
            compare = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(compare)
            import report
            from worker import Failed
            def fails(setting):
                raise Failed("fer ended")
            compare.PARTS = {"a": ("networks", lambda _: 1), "c": ("wholeJob", fails),
                             "d": ("scaling", lambda _: 2)}
            results = {}
            failed = compare.measure_parts(None, "acd", results)
            print(failed, results)
            page = json.load(open("../results/results.json"))
            del page["wholeJob"]
            page["failed"] = failed
            print("Part (c) could not be measured: fer ended" in report.page(page, {}))
            END
            """, variables: ["PACKAGE": Program.package])
        #expect(
            result.output == "{'c': 'fer ended'} {'networks': 1, 'scaling': 2}\nTrue\n", "\(result)"
        )
    }
}
