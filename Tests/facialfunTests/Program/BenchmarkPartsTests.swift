import TestSupport
import Testing

/// `Benchmarks/run.sh`, as far as it can be tried without the peers.
struct BenchmarkPartsTests {
    @Test("a part that fails takes none of the others with it, and the page says which and why")
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
