/** Style of the report: light or dark by the reader's preference. */
export const STYLE = `
:root { color-scheme: light dark; --ink: #1f2937; --soft: #6b7280; --paper: #f8fafc; --card: #fff; --line: #e2e8f0;
  --c0: #4263eb; --c1: #0ca678; --c2: #f59f00; --c3: #e8590c; --c4: #7048e8; --c5: #1098ad; --c6: #d6336c; --c7: #74b816; }
@media (prefers-color-scheme: dark) { :root { --ink: #e5e7eb; --soft: #9ca3af; --paper: #0f172a; --card: #1e293b; --line: #334155;
  --c0: #748ffc; --c1: #38d9a9; --c2: #ffd43b; --c3: #ff922b; --c4: #9775fa; --c5: #3bc9db; --c6: #f783ac; --c7: #a9e34b; } }
* { box-sizing: border-box } body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, sans-serif }
main { max-width: 1080px; margin: 0 auto; padding: 2rem 1rem 4rem } h1 { font-size: 1.75rem; margin: 0 } h2 { font-size: 1.15rem; margin: 0 }
header p, section p, footer { color: var(--soft); margin: .25rem 0 1rem } code, pre { font: 13px/1.5 ui-monospace, monospace }
section, dl { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 1.25rem; margin: 1.25rem 0 }
dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(220px, 1fr)); gap: 1rem } dt { color: var(--soft); font-size: .8rem } dd { margin: 0 }
.bar { display: grid; grid-template-columns: 16rem 1fr 9rem; gap: .75rem; align-items: center; margin: .3rem 0; font-variant-numeric: tabular-nums }
.bar > span:first-child { text-align: end; color: var(--soft) } .bar > div { position: relative; height: 1.15rem } .bar :is(i, b, u) { position: absolute; inset-block: 0; left: 0 }
.bar b { background: var(--bar); border-radius: 3px; min-width: 1px } .bar i { inset-block: calc(50% - 1px); background: var(--bar) }
.bar u { border-inline-start: 2px solid var(--soft); inset-block: -2px } h3 { font-size: .95rem; margin: 1rem 0 .25rem }
@media (max-width: 640px) { .bar { grid-template-columns: 1fr 6rem } .bar > span:first-child { grid-column: 1 / -1; text-align: start } }
${Array.from({ length: 8 }, (_, i) => `.bar.c${i} { --bar: var(--c${i}) }`).join(' ')}
.scroll { overflow-x: auto } table { border-collapse: collapse; font-size: 13px; font-variant-numeric: tabular-nums; white-space: nowrap }
th, td { padding: .35rem .6rem; text-align: end; border-bottom: 1px solid var(--line) } th { color: var(--soft); font-weight: 500 }
th:first-child, td:first-child, th:nth-child(2), td:nth-child(2) { text-align: start }
@media (max-width: 640px) { main { padding: 1.25rem .75rem 3rem } section, dl { padding: 1rem } dl { grid-template-columns: 1fr 1fr } } .bad { color: #e03131; font-weight: 600 }
.note { color: var(--soft) } pre { overflow-x: auto; margin: .75rem 0 0 }
`;
