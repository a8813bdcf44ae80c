const ENTITIES = /** @type {Record<string, string>} */ ({ amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" });

/**
 * The forms of a page with the values that a browser would send of itself. Reads our own markup, for tests.
 *
 * @param {string} page
 * @returns {{ action: string, method: string, values: Record<string, string | string[]> }[]}
 */
export function readForms(page) {
  return [...page.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/g)].map(([, head, inside]) => {
    /** @type {Record<string, string | string[]>} */
    const values = {};
    for (const [name, value] of controls(inside)) {
      values[name] = name in values ? [...[values[name]].flat(), value] : value;
    }
    const { action = '', method = 'get' } = attributes(head);
    return { action, method: method.toLowerCase(), values };
  });
}

/** @param {string} inside @returns {[string, string][]} */
function controls(inside) {
  /** @type {[string, string][]} */
  const found = [];
  const pattern = /<input\b([^>]*)>|<textarea\b([^>]*)>([\s\S]*?)<\/textarea>|<select\b([^>]*)>([\s\S]*?)<\/select>/g;
  for (const [, input, area, text, select, options] of inside.matchAll(pattern)) {
    const { name, value = '', type = 'text', checked, disabled } = attributes(input ?? area ?? select);
    if (!name || disabled !== undefined || ['submit', 'button', 'file', 'image'].includes(type)) continue;
    if ((type === 'checkbox' || type === 'radio') && checked === undefined) continue;
    if (area !== undefined) found.push([name, decode(text).replace(/^\n/, '')]);
    else if (select !== undefined)
      found.push(...chosen(options).map((option) => /** @type {[string, string]} */ ([name, option])));
    else found.push([name, type === 'checkbox' && value === '' ? 'on' : value]);
  }
  return found;
}

/** @param {string} options @returns {string[]} */
function chosen(options) {
  const all = [...options.matchAll(/<option\b([^>]*)>([^<]*)/g)].map(([, head, text]) => ({
    selected: 'selected' in attributes(head),
    value: attributes(head).value ?? decode(text),
  }));
  const selected = all.filter((option) => option.selected);
  return (selected.length > 0 ? selected : all.slice(0, 1)).map((option) => option.value);
}

/** @param {string} head @returns {Record<string, string>} */
function attributes(head) {
  return Object.fromEntries(
    [...head.matchAll(/([a-zA-Z_:][\w:.-]*)(?:="([^"]*)")?/g)].map(([, name, value]) => [
      name.toLowerCase(),
      decode(value ?? ''),
    ]),
  );
}

/** @param {string} text */
function decode(text) {
  return text.replace(/&(#39|amp|lt|gt|quot);/g, (_, name) => ENTITIES[name]);
}
