/** In ms: longer than any busy machine needs to close a server and a browser. */
const PATIENCE = Number(process.env.PLINTH_TEST_PATIENCE ?? 120_000);

/**
 * For the end of a process that runs test files one after the other: a file whose setup failed half-way may keep a server
 * or a browser open, which would keep the process alive.
 */
export function createEnding() {
  /** @type {{ name: string, open: Map<string, number> }[]} */
  const begun = [];

  const say = () => {
    const ends = [...begun.slice(1).map(({ open }) => open), openNow()];
    const left = begun.flatMap(({ name, open }, i) => {
      const kinds = [...openNow().keys()].filter((kind) => (ends[i].get(kind) ?? 0) > (open.get(kind) ?? 0));
      return kinds.length > 0 ? [`${kinds.join(' and ')} of ${name}`] : [];
    });
    console.error(`All tests have ended, but these are still open: ${[...openNow().keys()].join(', ')}`);
    if (left.length > 0) console.error(`Opened, and perhaps never closed: ${left.join('; ')}`);
    process.exit(1);
  };

  return {
    /** To be called before the first test of a file. @param {string} name */
    begins: (name) => void begun.push({ name, open: openNow() }),
    /** To be called when the last test has ended: the process ends soon then, failed, and says what was open. */
    endsSoon: () => void setTimeout(say, PATIENCE).unref(),
  };
}

/** How many of each kind of what keeps the process alive. */
function openNow() {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const kind of process.getActiveResourcesInfo()) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}
