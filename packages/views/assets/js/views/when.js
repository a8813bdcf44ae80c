// Conditional parts of a form, evaluated again on input by the same evaluator as on the server. Hidden parts are
// removed from the document, so that they are neither submitted nor validated.
const here = import.meta.url;
const [{ holds }, { fromJson }, { dayAt }, { typedMoment }] = await Promise.all(
  ['run/evaluate', 'values/values', 'values/calendar', 'values/typed-moment'].map(
    (name) => import(new URL(`../../../expressions/${name}.js`, here).href),
  ),
);

/** @type {WeakMap<Element, { spec: any, nodes: Node[] }>} */
const parts = new WeakMap();

/** @param {HTMLElement} box */
function partOf(box) {
  let part = parts.get(box);
  if (!part) {
    const template = /** @type {HTMLTemplateElement | null} */ (box.querySelector(':scope > template'));
    const nodes = [...(template ? template.content.childNodes : box.childNodes)];
    template?.remove();
    parts.set(box, (part = { spec: JSON.parse(box.dataset.plWhen ?? '{}'), nodes }));
  }
  return part;
}

/**
 * The value of a control, for the evaluator.
 *
 * @param {HTMLFormElement} form @param {string} name @param {any} type @param {string} timeZone of the site
 */
function valueOf(form, name, type, timeZone) {
  const entries = new FormData(form).getAll(name);
  const texts = entries.filter((entry) => typeof entry === 'string');
  if (type.name === 'list') return texts.filter((text) => text !== '');
  const text = texts.at(-1) ?? '';
  if (type.name === 'bool') return ['true', 'on', '1'].includes(text) ? true : texts.length > 0 ? false : null;
  // A chosen file has no id yet; conditions can only test whether there is one.
  if (entries.some((entry) => typeof entry !== 'string' && entry.size > 0)) return CHOSEN;
  if (text.trim() === '') return null;
  const read = /** @type {Record<string, (text: string) => any>} */ ({
    decimal: () => fromJson(text.replace(',', '.'), type),
    json: jsonOf,
    duration: (typed) => fromJson(secondsOf(typed), type),
    moment: (typed) => typedMoment(typed, texts.length > 1 ? texts[0] : '', timeZone),
  });
  return read[type.name] ? read[type.name](text) : fromJson(text, type);
}

const CHOSEN = '00000000-0000-0000-0000-000000000000';
/** As ISO 8601 writes it; months have no length. */
const ISO = /^P(?=.)(\d+W)?(\d+D)?(T(?=.)([\d.]+H)?([\d.]+M)?([\d.]+S)?)?$/i;
const UNITS = /** @type {Record<string, number>} */ ({ w: 604_800, d: 86_400, h: 3600, min: 60, m: 60, s: 1 });

/** @param {string} text */
function jsonOf(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** 90, 1:30, 1:30:05, 2h 15m or PT2H15M. @param {string} typed @returns {number | null} */
function secondsOf(typed) {
  const text = typed.trim();
  const sign = text.startsWith('-') ? -1 : 1;
  const rest = text.replace(/^[+-]/, '');
  if (/^\d+(\.\d+)?$/.test(rest)) return sign * Number(rest);
  if (/^\d+:[0-5]\d(:[0-5]\d(\.\d+)?)?$/.test(rest)) {
    const [hours, minutes, seconds = '0'] = rest.split(':');
    return sign * (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds));
  }
  const parts = ISO.test(rest) ? rest.replace(/[pt]/gi, '') : rest;
  if (!/^(\d+(\.\d+)?\s*(w|d|h|min|m|s)\s*)+$/i.test(parts)) return null;
  let total = 0;
  for (const [, amount, unit] of parts.matchAll(/([\d.]+)\s*([a-z]+)/gi))
    total += Number(amount) * UNITS[unit.toLowerCase()];
  return sign * total;
}

/** @param {HTMLFormElement} form */
function judge(form) {
  // One part may depend on another.
  for (const box of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll('[data-pl-when]'))) {
    const { spec, nodes } = partOf(box);
    const row = Object.fromEntries(
      Object.entries(spec.fields).map(([name, type]) => [
        name,
        valueOf(form, (spec.prefix ?? '') + name, type, spec.timeZone),
      ]),
    );
    const now = BigInt(Date.now()) * 1000n;
    const today = dayAt(now, spec.timeZone);
    const shown = holds(spec.tree, { row, user: spec.user, now, today, timeZone: spec.timeZone });
    if (shown === box.hasChildNodes()) continue;
    box.replaceChildren(...(shown ? nodes : []));
    if (shown) globalThis.htmx?.process(box);
  }
}

const forms = () => new Set([...document.querySelectorAll('[data-pl-when]')].map((box) => box.closest('form')));
for (const form of forms()) if (form) judge(form);
for (const kind of ['input', 'change', 'pl:added']) {
  document.addEventListener(kind, ({ target }) => {
    const form = /** @type {Element} */ (target).closest?.('form');
    if (form?.querySelector('[data-pl-when]')) judge(form);
  });
}
document.addEventListener('htmx:after:swap', () => {
  for (const form of forms()) if (form) judge(form);
});
