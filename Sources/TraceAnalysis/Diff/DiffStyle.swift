/// The style of a comparison's page, in light and in dark.
enum DiffStyle {
  static let css = """

    :root { color-scheme: light dark; --text: #1b1b1f; --back: #ffffff; --faint: #62626b; --line: #d9d9e0;
      --missing: #ffe3e0; --added: #dcf5e3; --changed: #fff2cc; }
    @media (prefers-color-scheme: dark) {
      :root { --text: #e6e6ea; --back: #17171a; --faint: #9c9ca6; --line: #3a3a42;
        --missing: #4d2623; --added: #1e4029; --changed: #4a3d14; } }
    body { margin: 2rem auto; padding: 0 1rem; max-width: 100rem; color: var(--text); background: var(--back);
      font: 1rem/1.5 system-ui, sans-serif; }
    h1 { font-size: 1.4rem; } h2 { font-size: 1.1rem; margin-top: 2.5rem; }
    .runs { display: flex; flex-wrap: wrap; gap: 0 3rem; color: var(--faint); }
    a { color: inherit; }
    .made, .remark { color: var(--faint); margin: 0; }
    table { border-collapse: collapse; width: 100%; margin-top: 1rem;
      font: 0.85rem/1.5 ui-monospace, monospace; table-layout: fixed; }
    th { text-align: left; border-bottom: 1px solid var(--line); }
    td { vertical-align: top; padding: 0.1rem 1ch; overflow-wrap: anywhere; }
    col.number { width: 9ch; }
    td.number { text-align: right; color: var(--faint); }
    small { color: var(--faint); }
    tr.missing { background: var(--missing); } tr.added { background: var(--added); }
    tr.changed { background: var(--changed); } tr.omitted { color: var(--faint); }
    table.counts { width: auto; table-layout: auto; }

    """
}
