// Saved filters of a list: one's own and shared ones, in a menu that is filled when the page is there. They are kept on
// the server in the form that the view's own page has in its address.
import { settingsOf } from './list-settings.js';

/** Parameters of the view that are saved with the conditions. */
const KEPT = ['sort', 'group', 'q'];

/** @typedef {{ id: string, name: string, query: string, shared: boolean, version: number }} Saved */

/** @param {HTMLElement} menu */
function naming({ dataset }) {
  const { plSaved: view = '', plTable: table = '' } = dataset;
  const own = 'plOwn' in dataset;
  return {
    view,
    /** The saved name of a parameter of the address; null: it is not this list's. @param {string} key */
    saved(key) {
      if (KEPT.some((name) => key === `${view}:${name}` || (own && key === name && name !== 'group')))
        return key.slice(key.indexOf(':') + 1);
      if (key.includes(':')) return null;
      if (key.startsWith(`${table}.`)) return key.slice(table.length + 1);
      return own && !['id', 'after', 'before'].includes(key) ? key : null;
    },
    /** @param {string} name */
    here(name) {
      if (KEPT.includes(name)) return own && name !== 'group' ? name : `${view}:${name}`;
      return own ? name : `${table}.${name}`;
    },
  };
}

/** What the address says about a list, as it is saved. @param {HTMLElement} menu */
export function queryOf(menu) {
  const { saved } = naming(menu);
  const kept = [...new URLSearchParams(location.search)].flatMap(([key, value]) => {
    const name = saved(key);
    return name === null || value === '' ? [] : [[name, value]];
  });
  return new URLSearchParams(kept).toString();
}

/** The address of this page with a saved filter. @param {HTMLElement} menu @param {string} query */
function addressOf(menu, query) {
  const names = naming(menu);
  const rest = [...new URLSearchParams(location.search)].filter(
    ([key]) => names.saved(key) === null && !key.startsWith(`${names.view}:`) && !/^(after|before)$/.test(key),
  );
  const added = [...new URLSearchParams(query)].map(([name, value]) => [names.here(name), value]);
  const text = new URLSearchParams([...rest, ...added]).toString().replaceAll('%3A', ':').replaceAll('%2C', ',');
  return location.pathname + (text && `?${text}`);
}

/** @param {string} method @param {string} address @param {unknown} [body] */
async function send(method, address, body) {
  const answer = await fetch(address, {
    method,
    headers: { Accept: 'application/json', ...(body !== undefined && { 'Content-Type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const json = answer.status === 204 ? null : await answer.json();
  return { ok: answer.ok, status: answer.status, json };
}

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag @param {Record<string, any>} [props] @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
function make(tag, props = {}, ...children) {
  const element = Object.assign(document.createElement(tag), props);
  element.append(...children);
  return element;
}

/** @param {HTMLElement} menu */
async function fill(menu) {
  const { json } = await settingsOf(menu.dataset.plSaved ?? '');
  if (json && !isNaming(menu)) draw(menu, json);
}

/** Whether somebody is typing a name: it stays, whatever else on the page is renewed. @param {HTMLElement} menu */
function isNaming(menu) {
  const inputs = /** @type {NodeListOf<HTMLInputElement>} */ (menu.querySelectorAll('form input.form-control'));
  return menu.hasAttribute('open') && [...inputs].some((input) => input.value !== input.defaultValue);
}

/**
 * @param {HTMLElement} menu
 * @param {{ filters: Saved[], settings: { filter?: string | null }, mayShare: boolean, mayKeep: boolean }} known
 * @param {{ problem?: string, retry?: () => void }} [said]
 */
function draw(menu, known, said = {}) {
  const pop = /** @type {HTMLElement} */ (menu.querySelector('.pl-pop'));
  const texts = JSON.parse(menu.dataset.plTexts ?? '{}');
  const now = queryOf(menu);
  const current = known.filters.find(({ query }) => now !== '' && query === now);
  const label = menu.querySelector('summary > span');
  menu.dataset.plLabel ??= label?.textContent ?? '';
  if (label) label.textContent = current?.name ?? menu.dataset.plLabel;
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
  menu.hidden = !known.mayKeep && known.filters.length === 0;
  globalThis.htmx?.process(pop);
}

/** @param {HTMLElement} menu @param {any} known @param {Saved} saved @param {Saved | undefined} current @param {any} texts */
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
  const now = queryOf(menu);
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
    await send('DELETE', path);
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

/** @param {HTMLElement} menu @param {any} known @param {any} texts @param {string} query */
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
  );
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const values = { name: input.value, query, shared: box.checked };
    const { ok, json } = await send('POST', `/view/${menu.dataset.plSaved}/saved`, values);
    if (ok) return refresh(menu);
    input.setCustomValidity(json?.detail ?? texts.failed);
    input.reportValidity();
    input.addEventListener('input', () => input.setCustomValidity(''), { once: true });
  });
  return form;
}

/** @param {HTMLElement} menu @param {any} known @param {string} path @param {any} values */
async function patch(menu, known, path, values) {
  const { ok, status, json } = await send('PATCH', path, values);
  if (ok) return refresh(menu);
  const now = json?.now ?? json?.details?.now;
  const retry = status === 409 && now ? () => patch(menu, known, path, { ...values, version: now.version }) : undefined;
  draw(menu, known, { problem: json?.detail ?? JSON.parse(menu.dataset.plTexts ?? '{}').failed, retry });
}

/** @param {HTMLElement} menu @param {string | null} filter */
async function setDefault(menu, filter) {
  await send('PATCH', `/view/${menu.dataset.plSaved}/list-settings`, { filter });
  refresh(menu);
}

/** @param {HTMLElement} menu */
async function refresh(menu) {
  const { json } = await settingsOf(menu.dataset.plSaved ?? '', { again: true });
  if (json) draw(menu, json);
  menu.querySelector('summary')?.focus();
}

/** @returns {HTMLElement[]} */
const menus = () => [...document.querySelectorAll('[data-pl-saved]')].map((one) => /** @type {HTMLElement} */ (one));

/** A list that is opened without conditions opens with the filter of one's choice. @param {HTMLElement} menu */
async function openDefault(menu) {
  const { json } = await settingsOf(menu.dataset.plSaved ?? '');
  const chosen = json?.filters.find((/** @type {Saved} */ { id }) => id === json.settings.filter);
  const came = performance.getEntriesByType('navigation')[0];
  const isBack = /** @type {PerformanceNavigationTiming | undefined} */ (came)?.type === 'back_forward';
  if (chosen && !isBack && queryOf(menu) === '') location.replace(addressOf(menu, chosen.query));
}

document.addEventListener('htmx:after:swap', () => menus().forEach(fill));
for (const menu of menus()) {
  fill(menu);
  openDefault(menu);
}
