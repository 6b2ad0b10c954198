/// Style of the page of `--report`, in addition to that of `--timeline`.
enum ReportStyle {
    /// The style sheet.
    static let css = """
        \(TimelineStyle.css)
        main > section { margin: 2.5rem 0 0; }
        h2 { margin: 0 0 .5rem; }
        section h3 { margin: 1.25rem 0 .4rem; }
        .tiles { display: grid; grid-template-columns: repeat(auto-fill, minmax(8.5rem, 1fr)); \
        gap: .75rem; padding: 0; margin: 1.25rem 0 0; list-style: none; }
        .tiles li { background: var(--panel); border: 1px solid var(--line); border-radius: 10px; \
        padding: .6rem .9rem; }
        .tiles b { display: block; font-size: 1.5rem; line-height: 1.25; \
        font-variant-numeric: tabular-nums; }
        .tiles span { color: var(--soft); font-size: .9rem; }
        .charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(17rem, 1fr)); \
        gap: 1.25rem; }
        figure { margin: 0; }
        .charts figcaption { font-size: .95rem; margin: 0 0 .3rem; }
        .judged { fill: #3b82c4; } .refused { fill: var(--unjudged); }
        .key { display: inline-block; width: .8em; height: .8em; border-radius: 2px; \
        vertical-align: -.05em; margin-right: .3em; }
        .key.judged { background: #3b82c4; } .key.refused { background: var(--unjudged); }
        .bars { width: 100%; max-width: 44rem; }
        .bars td:nth-child(2) { width: 50%; min-width: 6rem; }
        .bars svg, .mix svg { width: 100%; height: 14px; }
        .bars th:nth-child(n+3), .bars td:nth-child(n+3), .number { text-align: right; }
        .mix { min-width: 8rem; width: 30%; }
        .sheet { display: grid; grid-template-columns: repeat(auto-fill, minmax(6.5rem, 1fr)); \
        gap: .9rem; }
        .sheet figure { min-width: 0; }
        .sheet img, .sheet .gone { width: 100%; aspect-ratio: 1; border-radius: 8px; display: block; \
        background: var(--panel); }
        .sheet .gone { display: grid; place-items: center; text-align: center; color: var(--soft); \
        font-size: .8rem; border: 1px dashed var(--line); box-sizing: border-box; padding: .4rem; }
        .sheet figcaption { font-size: .8rem; line-height: 1.35; margin-top: .3rem; \
        overflow-wrap: anywhere; }
        .sheet figcaption small { color: var(--soft); font-size: inherit; display: block; }
        .groups { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(27rem, 100%), 1fr)); \
        gap: 0 1.5rem; }
        .groups .sheet { grid-template-columns: repeat(4, 1fr); }
        .bars th:nth-child(n+3), .bars td:nth-child(n+3) { white-space: nowrap; }
        .folders th:first-child { min-width: 7rem; }
        .people { margin-top: .75rem; }
        .paths { overflow-wrap: anywhere; }
        a { color: inherit; }
        .films th:first-child { overflow-wrap: anywhere; min-width: 9rem; }
        @media (max-width: 40rem) { .bars th, .bars td, .folders th, .folders td { \
        padding-right: .45rem; } .bars td:nth-child(2) { width: 22%; min-width: 2.5rem; } \
        .folders th:first-child { min-width: 6rem; } .mix { min-width: 3.5rem; } }
        @media print { .wide { overflow: visible; } \
        .charts, .bars, .groups > div, section[id^=film] { break-inside: avoid; } }
        """
}
