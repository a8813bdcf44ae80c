/**
 * Figures in Prometheus' text format, each with the labels given here. Figures of one name must follow each other.
 *
 * @param {Record<string, string>} common labels of all
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
      // The parts of a histogram are one figure.
      const family = type === 'histogram' ? name.replace(/_(?:bucket|sum|count)$/, '') : name;
      if (!told.has(family)) lines.push(`# HELP ${family} ${help}`, `# TYPE ${family} ${type}`);
      told.add(family);
      const all = Object.entries({ ...labels, ...common }).map(
        ([key, text]) => `${key}="${escapeLabel(String(text))}"`,
      );
      lines.push(`${name}{${all.join(',')}} ${value}`);
    },
    text: () => `${lines.join('\n')}\n`,
  };
}

/** @param {string} text */
function escapeLabel(text) {
  return text.replace(/[\\"\n]/g, (found) => (found === '\n' ? '\\n' : `\\${found}`));
}
