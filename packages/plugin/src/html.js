/** Markup that is already safe. Only `html`, `attrs` and `raw` create it. */
export class Html {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
  }

  toString() {
    return this.text;
  }
}

const UNSAFE = /[&<>"']/;

/** @param {unknown} value */
export function escapeHtml(value) {
  const text = typeof value === 'string' ? value : String(value);
  if (!UNSAFE.test(text)) return text;
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/**
 * Tagged template: escapes every value but Html; arrays are joined; null, undefined and false print nothing.
 *
 * @param {TemplateStringsArray} strings @param {unknown[]} values
 * @example html`<b>${name}</b>`
 */
export function html(strings, ...values) {
  let text = strings[0];
  for (let i = 0; i < values.length; i++) text += print(values[i]) + strings[i + 1];
  return new Html(text);
}

/**
 * Marks text as safe markup: the only way to put unescaped text into a page, so explain at the call why it is safe.
 *
 * @param {string} text
 */
export function raw(text) {
  return new Html(text);
}

const ATTRIBUTE_NAME = /^[a-z][a-z0-9:._-]*$/i;

/**
 * Attributes of a tag, each with a leading space: true gives only the name; null, undefined and false give nothing.
 *
 * @param {Record<string, string | number | boolean | null | undefined>} values
 */
export function attrs(values) {
  let text = '';
  for (const [name, value] of Object.entries(values)) {
    if (value === null || value === undefined || value === false) continue;
    if (!ATTRIBUTE_NAME.test(name)) throw new TypeError(`"${name}" is not an attribute name`);
    text += value === true ? ` ${name}` : ` ${name}="${escapeHtml(value)}"`;
  }
  return new Html(text);
}

/** @param {unknown} value @returns {string} */
function print(value) {
  if (typeof value === 'string') return escapeHtml(value);
  if (value instanceof Html) return value.text;
  if (value === null || value === undefined || value === false) return '';
  if (Array.isArray(value)) return value.map(print).join('');
  return escapeHtml(value);
}
