// eslint-disable-next-line plinth/no-markup-search -- headings of users' own HTML and of plugins, wherever these were put
const HEADING = /<(\/?)h([1-6])((?:\s[^>]*)?)>/g;

/**
 * Markup whose headings skip no level. A card with a third-level heading is correct below a second-level one and wrong
 * directly below the title, and its author can't know where it will be. A heading that is promoted keeps its
 * appearance.
 *
 * @param {string} markup
 * @param {boolean} [titled] a title stands above it, which remains the only one; else it gets one there if it has none itself
 * @returns {{ text: string, lacksTitle: boolean }}
 */
export function outline(markup, titled = false) {
  const headings = [...markup.matchAll(HEADING)];
  const lacksTitle = !titled && !headings.some(([, closing, digit]) => !closing && digit === '1');
  const below = titled || lacksTitle;
  /** Open headings above the current one. @type {{ wanted: number, given: number }[]} */
  const above = below ? [{ wanted: 0, given: 1 }] : [];
  let current = 0;
  const move = (
    /** @type {string} */ tag,
    /** @type {string} */ closing,
    /** @type {string} */ digit,
    /** @type {string} */ attributes,
  ) => {
    const wanted = Number(digit);
    if (closing) return current === 0 ? tag : `</h${current}>`;
    while (above.length > 0 && above[above.length - 1].wanted >= wanted) above.pop();
    const parent = above[above.length - 1];
    current = parent ? Math.max(Math.min(wanted, parent.given + 1), below ? 2 : 1) : wanted;
    above.push({ wanted, given: current });
    return current === wanted ? tag : `<h${current}${withClass(attributes, `h${wanted}`)}>`;
  };
  let moved = '';
  let at = 0;
  // A page whose headings are right, as most are, is not copied.
  for (const match of headings) {
    const [tag, closing, digit, attributes] = match;
    const given = move(tag, closing, digit, attributes);
    if (given === tag) continue;
    moved += markup.slice(at, match.index) + given;
    at = match.index + tag.length;
  }
  return { text: at === 0 ? markup : moved + markup.slice(at), lacksTitle };
}

/** @param {string} attributes @param {string} name */
function withClass(attributes, name) {
  if (/\sclass="/.test(attributes)) return attributes.replace(/(\sclass=")/, `$1${name} `);
  return `${attributes} class="${name}"`;
}
