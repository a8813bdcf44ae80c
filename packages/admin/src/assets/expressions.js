// Beside each control with an expression: its result for a row, immediately, and for conditions a builder with lists.
// Without this file the expression is checked when the form is sent.
import { request } from '@plinth/plugin/browser/request';

/** @typedef {HTMLTextAreaElement | HTMLInputElement} Control */

const WAIT = 350;
/** @type {WeakMap<Control, { panel: HTMLElement, result: HTMLElement, sample: HTMLSelectElement | null, turn: number }>} */
const panels = new WeakMap();
/** @type {Map<string, Promise<unknown>>} */
const places = new Map();
/** @type {ReturnType<typeof setTimeout> | undefined} */
let waiting;

const all = () =>
  /** @type {NodeListOf<Control>} */ (document.querySelectorAll('[data-expression]:not([data-adm-rule])'));
// All are looked at before the first gets its panel: each look after a change lays out the page.
const equipAll = () => [...all()].filter(isBare).forEach((control) => void equip(control));
equipAll();
document.addEventListener('htmx:after:swap', equipAll);
document.addEventListener('pl:settings', equipAll);
// What was collapsed or left out may be there now.
document.addEventListener('toggle', equipAll, true);
document.addEventListener('change', () => setTimeout(equipAll));
document.addEventListener('focusin', ({ target }) => {
  const control = /** @type {Control} */ (target);
  if (control.matches?.('[data-expression]:not([data-adm-rule])') && isBare(control)) void equip(control);
});
for (const kind of ['input', 'change']) {
  document.addEventListener(kind, ({ target }) => {
    const control = /** @type {Control} */ (target);
    if (!panels.has(control)) return;
    clearTimeout(waiting);
    waiting = setTimeout(() => judge(control), WAIT);
  });
}

/** @param {Control} control */
function whereOf(control) {
  return JSON.parse(control.dataset.expression ?? '{}');
}

/** What the server needs to know of where it is. @param {Control} control @returns {Record<string, string>} */
function placeIn(control) {
  const { table, place, result, event, input, workflow } = whereOf(control);
  const given = Object.entries({ event, input, workflow }).filter(([, value]) => value);
  return { table: table ?? '', place: place ?? '', result: result ?? '', ...Object.fromEntries(given) };
}

/** The expression itself; null if the control has a plain value. @param {Control} control */
function sourceOf(control) {
  const { prefix = '' } = whereOf(control);
  const text = control.value.trim();
  return prefix && !text.startsWith(prefix) ? null : text.slice(prefix.length).trim();
}

/** @param {Control} control @param {Record<string, string>} [more] */
function body(control, more = {}) {
  const row = panels.get(control)?.sample?.value ?? '';
  return new URLSearchParams({
    ...placeIn(control),
    source: sourceOf(control) ?? '',
    row,
    ...more,
  });
}

/** Whether it can be seen and has no panel yet. A replaced form has new controls, and panels of the old ones. @param {Control} control */
function isBare(control) {
  return !panels.get(control)?.panel.isConnected && control.offsetParent !== null;
}

/** @param {Control} control */
async function equip(control) {
  const panel = Object.assign(document.createElement('div'), { className: 'adm-expression' });
  panel.dataset.plExtra = '';
  const shown = Object.assign(document.createElement('div'), { className: 'adm-expression-result' });
  shown.setAttribute('role', 'status');
  panels.set(control, { panel, result: shown, sample: null, turn: 0 });
  control.after(panel);
  panel.classList.toggle('is-idle', sourceOf(control) === null);
  const there = await placeOf(new URLSearchParams(placeIn(control)).toString());
  if (!there) return;
  const { rows, builds, texts } = there;
  const tools = Object.assign(document.createElement('div'), {
    className: 'adm-expression-tools d-flex flex-wrap align-items-center',
  });
  if (builds) tools.append(buildButton(control, texts.build));
  const sample = rows.length > 0 ? sampleSelect(control, rows, texts.tryWith) : null;
  if (sample) tools.append(sample.label);
  panel.append(tools, shown);
  panels.set(control, { panel, result: shown, sample: sample?.select ?? null, turn: 0 });
  if (control.value.trim()) await judge(control);
}

/** What is known about a place, requested once. @param {string} query @returns {Promise<any>} null if that failed */
function placeOf(query) {
  const answer =
    places.get(query) ?? request(`/admin/expressions/names?${query}`).then(({ ok, json }) => (ok ? json : null));
  places.set(query, answer);
  return answer;
}

/** @param {Control} control @param {string} text */
function buildButton(control, text) {
  const button = Object.assign(document.createElement('button'), {
    type: 'button',
    className: 'btn btn-sm',
    textContent: text,
  });
  button.addEventListener('click', () => build(control, 'open'));
  return button;
}

/** @param {Control} control @param {{ value: string, label: string }[]} rows @param {string} text */
function sampleSelect(control, rows, text) {
  const label = Object.assign(document.createElement('label'), {
    className: 'adm-expression-sample d-flex gap-2 align-items-center text-nowrap',
    textContent: `${text} `,
  });
  const select = Object.assign(document.createElement('select'), { className: 'form-select form-select-sm' });
  select.append(...rows.map(({ value, label: words }) => new Option(words, value)));
  select.addEventListener('change', (event) => {
    // It does not belong to the surrounding form.
    event.stopPropagation();
    void judge(control);
  });
  label.append(select);
  return { label, select };
}

/** Requests the expression's result. @param {Control} control */
async function judge(control) {
  const entry = panels.get(control);
  if (!entry) return;
  const turn = ++entry.turn;
  const source = sourceOf(control);
  entry.panel.classList.toggle('is-idle', source === null);
  if (!source) return entry.result.replaceChildren();
  const { ok, text } = await request('/admin/expressions/try', { body: body(control), accept: 'html' });
  if (turn !== entry.turn || !ok) return;
  // Generated by our own template, which escapes its values.
  entry.result.innerHTML = text;
  control.classList.toggle('is-invalid', entry.result.querySelector('.adm-expression-wrong') !== null);
}

/** A step of the builder. @param {Control} control @param {string} op */
async function build(control, op) {
  const entry = panels.get(control);
  if (!entry) return;
  const old = /** @type {HTMLElement | null} */ (entry.panel.querySelector('[data-builder]'));
  if (op === 'close' || (op === 'open' && old)) {
    old?.remove();
    return control.focus();
  }
  const chosen = Object.fromEntries(
    [.../** @type {NodeListOf<HTMLSelectElement>} */ (old?.querySelectorAll('[data-b]') ?? [])].map((one) => [
      one.dataset.b ?? '',
      one.value,
    ]),
  );
  const count = String(old?.querySelectorAll('.adm-condition').length ?? 1);
  const sent = body(control, { ...chosen, count, op });
  const { ok, json, text } = await request('/admin/expressions/build', { body: sent, accept: 'html' });
  if (!ok) return;
  if (op === 'write') {
    const { source } = json;
    if (source) {
      control.value = `${whereOf(control).prefix ?? ''}${source}`;
      old?.remove();
      control.dispatchEvent(new Event('input', { bubbles: true }));
      control.focus();
    }
    return;
  }
  const focused = /** @type {HTMLElement | null} */ (
    old?.contains(document.activeElement) ? document.activeElement : null
  )?.dataset.b;
  old?.remove();
  entry.result.insertAdjacentHTML('beforebegin', text);
  const made = /** @type {HTMLElement} */ (entry.panel.querySelector('[data-builder]'));
  made.addEventListener('click', ({ target }) => {
    const button = /** @type {HTMLElement} */ (target).closest('[data-build]');
    if (button instanceof HTMLElement) void build(control, button.dataset.build ?? '');
  });
  made.addEventListener('change', (event) => {
    event.stopPropagation();
    if (/\.(field|op)$/.test(/** @type {HTMLElement} */ (event.target).dataset.b ?? '')) void build(control, 'show');
  });
  made.addEventListener('keydown', (event) => {
    // Enter would submit the surrounding form.
    if (event.key === 'Enter' && /** @type {Element} */ (event.target).matches('input, select')) {
      event.preventDefault();
      void build(control, 'write');
    }
    if (event.key === 'Escape') void build(control, 'close');
  });
  const first = focused ? `[data-b="${focused}"]` : '[data-b$=".field"]';
  /** @type {HTMLElement | null} */ (made.querySelector(first))?.focus();
}
