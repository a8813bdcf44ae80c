/** Help and type. */
const HEAD = 2;

/**
 * Metrics in Prometheus' text format, each with the given labels. Samples of one name must be added in a row.
 *
 * @param {Record<string, string>} common labels of all metrics
 */
export function createFigures(common) {
  /** @type {string[]} */
  const lines = [];
  /** @type {Set<string>} */
  const told = new Set();

  return {
    /**
     * @param {string} name @param {'counter' | 'gauge' | 'histogram'} type @param {string} help
     * @param {number} value @param {Record<string, string | number>} [labels]
     */
    add(name, type, help, value, labels = {}) {
      // The parts of a histogram share one header.
      const family = type === 'histogram' ? name.replace(/_(?:bucket|sum|count)$/, '') : name;
      if (!told.has(family)) lines.push(`# HELP ${family} ${help}`, `# TYPE ${family} ${type}`);
      told.add(family);
      const all = Object.entries({ ...labels, ...common }).map(
        ([key, text]) => `${key}="${escapeLabel(String(text))}"`,
      );
      lines.push(`${name}${all.length > 0 ? `{${all.join(',')}}` : ''} ${value}`);
    },
    text: () => lines.map((line) => `${line}\n`).join(''),
  };
}

/** Merges the metrics of several processes, grouped by name. @param {readonly string[]} texts */
export function joinFigures(texts) {
  /** @type {Map<string, { head: string[], lines: string[] }>} */
  const families = new Map();
  for (const text of texts) {
    let family = '';
    for (const line of text.trimEnd().split('\n')) {
      const [, kind, name] = /^# (HELP|TYPE) (\S+)/.exec(line) ?? [];
      if (name) family = name;
      let of = families.get(family);
      if (!of) families.set(family, (of = { head: [], lines: [] }));
      if (!kind) of.lines.push(line);
      else if (of.head.length < HEAD) of.head.push(line);
    }
  }
  return `${[...families.values()].flatMap(({ head, lines }) => [...head, ...lines]).join('\n')}\n`;
}

/** @param {string} text */
function escapeLabel(text) {
  return text.replace(/[\\"\n]/g, (found) => (found === '\n' ? '\\n' : `\\${found}`));
}
