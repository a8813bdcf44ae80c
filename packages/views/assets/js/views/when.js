// Parts of a form that are there only while a condition holds: asked again while somebody types, by the very evaluator
// that the server has. What is not there is out of the document, so that it is neither sent nor asked for.
const here = import.meta.url;
const [{ holds }, { fromJson }, { dayAt }] = await Promise.all(
  ['evaluate', 'values', 'calendar'].map((name) => import(new URL(`../../../expressions/run/${name}.js`, here).href)),
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

/** What a control holds, in the evaluator's form. @param {HTMLFormElement} form @param {string} name @param {any} type */
function valueOf(form, name, type) {
  const texts = new FormData(form).getAll(name).map(String);
  if (type.name === 'list') return texts.filter((text) => text !== '');
  const text = texts.at(-1) ?? '';
  if (type.name === 'bool') return ['true', 'on', '1'].includes(text) ? true : texts.length > 0 ? false : null;
  return text.trim() === '' ? null : fromJson(type.name === 'decimal' ? text.replace(',', '.') : text, type);
}

/** @param {HTMLFormElement} form */
function judge(form) {
  // One part may decide over the next.
  for (const box of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll('[data-pl-when]'))) {
    const { spec, nodes } = partOf(box);
    const row = Object.fromEntries(
      Object.entries(spec.fields).map(([name, type]) => [name, valueOf(form, name, type)]),
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
for (const kind of ['input', 'change']) {
  document.addEventListener(kind, ({ target }) => {
    const form = /** @type {Element} */ (target).closest?.('form');
    if (form?.querySelector('[data-pl-when]')) judge(form);
  });
}
document.addEventListener('htmx:after:swap', () => {
  for (const form of forms()) if (form) judge(form);
});
