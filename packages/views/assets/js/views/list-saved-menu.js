// The menu of saved filters: one's own and shared ones. They are kept on the server in the form that the view's own page
// has in its address.
import { request } from '@plinth/plugin/browser/request';
import { addressOf, nameMenu, queryOf } from './list-address.js';
import { chosenIn } from './list-chosen.js';
import { settingsOf } from './list-settings.js';
import { addStyle, drawTabs } from './list-tabs.js';

/** @import { Known, Saved } from './list-address.js' */

/** What the menus say, in the reader's language. @type {Record<string, string>} */
let words = {};
/** @type {Promise<Record<string, string> | null> | null} */
let asked = null;

/** @param {HTMLElement} menu @returns {Promise<boolean>} false: what it says could not be fetched */
export async function drawSaved(menu) {
  const view = menu.dataset.plSaved ?? '';
  const [{ json }, texts] = await Promise.all([settingsOf(view), (asked ??= textsOf(view)), addStyle()]);
  words = texts ?? {};
  asked = texts && asked;
  if (!json || !texts) return false;
  if (!isNaming(menu)) draw(menu, json);
  return true;
}

/** @param {string} view */
const textsOf = async (view) => (await request(`/view/${view}/saved/texts`)).json;

/** Whether somebody types a name, or is about to: it stays, whatever else on the page is renewed. @param {HTMLElement} menu */
function isNaming(menu) {
  const inputs = /** @type {NodeListOf<HTMLInputElement>} */ (menu.querySelectorAll('form input.form-control'));
  return (
    menu.hasAttribute('open') &&
    [...inputs].some((input) => input === document.activeElement || input.value !== input.defaultValue)
  );
}

/**
 * @param {HTMLElement} menu
 * @param {Known} known
 * @param {{ problem?: string, retry?: () => void }} [said]
 */
function draw(menu, known, said = {}) {
  const pop = /** @type {HTMLElement} */ (menu.querySelector('.pl-pop'));
  const texts = words;
  const { now, current } = nameMenu(menu, known);
  void drawTabs(menu, known);
  const entries = [false, true].flatMap((shared) => {
    const some = known.filters.filter((one) => one.shared === shared);
    const head = make('div', { className: 'dropdown-header', textContent: shared ? texts.shared : texts.mine });
    return some.length > 0 ? [head, ...some.map((one) => entry(menu, known, one, current, texts))] : [];
  });
  const problem = make('p', { className: 'pl-saved-problem', role: 'alert', textContent: said.problem ?? '' });
  if (said.retry)
    problem.append(
      ' ',
      make('button', { type: 'button', className: 'btn btn-sm', textContent: texts.overwrite, onclick: said.retry }),
    );
  pop.replaceChildren(
    ...(said.problem ? [problem] : []),
    ...(entries.length > 0 ? entries : [make('p', { className: 'pl-saved-none', textContent: texts.none })]),
    ...(now !== '' && !current ? [saveForm(menu, known, texts, now)] : []),
  );
  globalThis.htmx?.process(pop);
}

/** @param {HTMLElement} menu @param {Known} known @param {Saved} saved @param {Saved | undefined} current @param {Record<string, string>} texts */
function entry(menu, known, saved, current, texts) {
  const isDefault = known.settings.filter === saved.id;
  const link = make('a', { className: 'dropdown-item', href: addressOf(menu, saved.query) }, saved.name);
  if (saved === current) link.setAttribute('aria-current', 'true');
  if (isDefault) link.append(make('span', { className: 'badge', textContent: texts.default }));
  const row = make('div', { className: 'pl-saved-row' }, link);
  const path = `/view/${menu.dataset.plSaved}/saved/${saved.id}`;
  const act = (/** @type {string} */ text, /** @type {(event: Event) => void} */ onclick, className = '') =>
    make('button', { type: 'button', className: `dropdown-item ${className}`, textContent: text, onclick });
  const change = (/** @type {object} */ values) => patch(menu, known, path, { ...values, version: saved.version });
  const mayChange = !saved.shared || known.mayShare;
  const now = queryOf(menu, known.settings);
  const rename = (/** @type {Event} */ event) => {
    // Menus close on clicks outside of them, which a button that is gone counts as.
    event.stopPropagation();
    const input = make('input', { className: 'form-control', value: saved.name, maxLength: 80, ariaLabel: texts.name });
    const form = make('form', { className: 'pl-saved-rename' }, input);
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      if (input.value.trim()) change({ name: input.value });
    });
    row.replaceChildren(form);
    input.select();
  };
  const remove = async () => {
    if (!confirm(texts.sure.replace('{name}', saved.name))) return;
    await request(path, { method: 'DELETE' });
    refresh(menu);
  };
  const actions = make(
    'details',
    { className: 'pl-saved-more' },
    make('summary', {
      className: 'btn btn-sm btn-icon btn-ghost',
      ariaLabel: `${texts.more}: ${saved.name}`,
      textContent: '⋯',
    }),
    make(
      'div',
      {},
      act(isDefault ? texts.undefault : texts.default, () => setDefault(menu, isDefault ? null : saved.id)),
      ...(mayChange && now !== '' && now !== saved.query ? [act(texts.update, () => change({ query: now }))] : []),
      ...(mayChange ? [act(texts.rename, rename), act(texts.delete, remove, 'text-danger')] : []),
    ),
  );
  if (known.mayKeep) row.append(actions);
  return row;
}

/** @param {HTMLElement} menu @param {Known} known @param {Record<string, string>} texts @param {string} query */
function saveForm(menu, known, texts, query) {
  const input = make('input', {
    className: 'form-control',
    required: true,
    maxLength: 80,
    placeholder: texts.name,
    ariaLabel: texts.name,
  });
  const box = make('input', { type: 'checkbox', className: 'form-check-input' });
  const form = make(
    'form',
    { className: 'pl-saved-form' },
    input,
    ...(known.mayShare
      ? [make('label', { className: 'pl-pick' }, box, make('span', { textContent: texts.share }))]
      : []),
    make('button', { type: 'submit', className: 'btn btn-sm btn-primary', textContent: texts.save }),
    ...updates(menu, known, texts, query),
  );
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const values = { name: input.value, query, shared: box.checked };
    const { ok, json } = await request(`/view/${menu.dataset.plSaved}/saved`, { body: values });
    if (ok) return refresh(menu);
    input.setCustomValidity(json?.detail ?? texts.failed);
    input.reportValidity();
    input.addEventListener('input', () => input.setCustomValidity(''), { once: true });
  });
  return form;
}

/** A filter that was chosen and then changed can take the change. @param {HTMLElement} menu @param {Known} known @param {Record<string, string>} texts @param {string} query */
function updates(menu, known, texts, query) {
  const chosen = chosenIn(menu, known);
  if (!chosen || (chosen.shared && !known.mayShare)) return [];
  const textContent = texts.updateOne.replace('{name}', chosen.name);
  const path = `/view/${menu.dataset.plSaved}/saved/${chosen.id}`;
  const onclick = () => patch(menu, known, path, { query, version: chosen.version });
  return [make('button', { type: 'button', className: 'btn btn-sm', textContent, onclick })];
}

/** @param {HTMLElement} menu @param {Known} known @param {string} path @param {object} values */
async function patch(menu, known, path, values) {
  const { ok, status, json } = await request(path, { method: 'PATCH', body: values });
  if (ok) return refresh(menu);
  const now = json?.now ?? json?.details?.now;
  const retry = status === 409 && now ? () => patch(menu, known, path, { ...values, version: now.version }) : undefined;
  draw(menu, known, { problem: json?.detail ?? words.failed, retry });
}

/** @param {HTMLElement} menu @param {string | null} filter */
async function setDefault(menu, filter) {
  await request(`/view/${menu.dataset.plSaved}/list-settings`, { method: 'PATCH', body: { filter } });
  refresh(menu);
}

/** @param {HTMLElement} menu */
async function refresh(menu) {
  const { json } = await settingsOf(menu.dataset.plSaved ?? '', { again: true });
  if (json) draw(menu, json);
  menu.querySelector('summary')?.focus();
}

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag @param {Record<string, unknown>} [props] @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
function make(tag, props = {}, ...children) {
  const element = Object.assign(document.createElement(tag), props);
  element.append(...children);
  return element;
}
