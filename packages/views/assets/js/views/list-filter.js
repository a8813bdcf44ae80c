// Filters of a list: search in the fields and choices that are offered, conditions in their short form in the address,
// and the focus where the next step is.
import { request } from '@plinth/plugin/browser/request';

/** Operators that stand alone, without their name, in the address. */
const BARE = new Set(['eq', 'has']);

// A form's controls can't be renamed by another one: due.op=between, due.value=…, due.to=… becomes due.gte=…&due.lte=….
document.addEventListener('formdata', (event) => {
  const form = /** @type {HTMLElement} */ (event.target);
  const name = form.dataset.plCondition;
  if (!name) return;
  const data = /** @type {FormDataEvent} */ (event).formData;
  const take = (/** @type {string} */ part) => {
    const values = data.getAll(`${name}.${part}`).map(String).filter(Boolean);
    data.delete(`${name}.${part}`);
    return values;
  };
  const [[op = 'eq'], values, to, period, [days = '']] = ['op', 'value', 'to', 'period', 'days'].map(take);
  const put = (/** @type {string} */ key, /** @type {string[]} */ all) =>
    all.forEach((value) => data.append(key, value));
  if (op === 'empty' || op === 'filled') put(`${name}.${op}`, ['1']);
  else if (op === 'within')
    put(
      `${name}.within`,
      period.map((one) => one.replace('_n_', `_${days}_`)),
    );
  else if (op === 'between') {
    put(`${name}.gte`, values);
    put(`${name}.lte`, to);
  } else put(BARE.has(op) ? name : `${name}.${op}`, values);
});

/** What is offered, by what was typed. @param {HTMLInputElement} search */
function narrow(search) {
  const words = plain(search.value);
  const picker = search.parentElement?.querySelector('.pl-picker');
  for (const entry of picker?.children ?? []) {
    const chosen = entry.querySelector('input:checked');
    /** @type {HTMLElement} */ (entry).hidden = !chosen && !plain(entry.textContent ?? '').includes(words);
  }
}

/** Without case and accents. @param {string} text */
const plain = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase();

const timers = new WeakMap();

/** Longer lists are searched on the server. @param {HTMLInputElement} search */
async function searchMore(search) {
  const picker = /** @type {HTMLElement | null} */ (search.parentElement?.querySelector('[data-pl-picker]'));
  const words = search.value.trim();
  if (!picker || words === '') return;
  const { ok, json } = await request(`${search.dataset.plPick}&q=${encodeURIComponent(words)}`);
  if (!ok || words !== search.value.trim()) return;
  const known = new Set([...picker.querySelectorAll('input')].map(({ value }) => value));
  for (const { value, label } of json) {
    if (known.has(String(value))) continue;
    const entry = document.createElement('label');
    const box = document.createElement('input');
    const text = document.createElement('span');
    entry.className = 'pl-pick';
    box.className = 'form-check-input';
    Object.assign(box, { type: 'checkbox', name: picker.dataset.plPicker, value: String(value) });
    text.textContent = label;
    entry.append(box, text);
    picker.append(entry);
  }
  narrow(search);
}

document.addEventListener('input', ({ target }) => {
  if (!(target instanceof HTMLInputElement) || !target.matches('[data-pl-pick]')) return;
  narrow(target);
  clearTimeout(timers.get(target));
  if (target.dataset.plPick)
    timers.set(
      target,
      setTimeout(() => searchMore(target), 200),
    );
});

// Enter takes the only field that is left, and never sends the words as a condition.
document.addEventListener('keydown', (event) => {
  const { target } = event;
  if (event.key !== 'Enter' || !(target instanceof HTMLInputElement) || !target.matches('[data-pl-pick]')) return;
  event.preventDefault();
  const left = target.parentElement?.querySelector('.pl-picker > :not([hidden])');
  if (left instanceof HTMLAnchorElement) left.click();
  else left?.querySelector('input')?.click();
});

/** @param {ParentNode} menu */
function enter(menu) {
  for (const search of menu.querySelectorAll('[data-pl-pick]')) /** @type {HTMLElement} */ (search).hidden = false;
  const first = menu.querySelector('[data-pl-pick], .pl-cond-value :is(input, select), .pl-picker a');
  const seen = [...menu.querySelectorAll('input, select, a')].filter((one) => one.checkVisibility());
  const stop = first && seen.includes(first) ? first : seen.find((one) => !one.matches('.pl-cond-op'));
  /** @type {HTMLElement | undefined} */ (stop)?.focus();
}

document.addEventListener(
  'toggle',
  ({ target }) => {
    if (target instanceof HTMLDetailsElement && target.open && target.querySelector(':scope > .pl-pop')) enter(target);
  },
  true,
);

/** What is in a menu comes when somebody is about to open it. @param {EventTarget | null} target in the menu */
function send(target) {
  const menu = target instanceof Element && target.closest('details');
  const link = menu && menu.querySelector(':scope > .pl-pop > [data-pl-send]');
  // Without the module, the link leads to the page with the menu open.
  if (link instanceof HTMLAnchorElement)
    import('./list-menu.js').then(
      ({ fillMenu }) => fillMenu(link),
      () => {},
    );
}
for (const kind of ['pointerover', 'pointerdown', 'focusin', 'toggle'])
  document.addEventListener(kind, ({ target }) => send(target), { capture: true, passive: true });

// After a swap the focus is where the user was: in the menu that opened, or on the chip that was changed.
let chip = '';
/** The list whose filter was changed last, until it has been swapped. */
let filtered = '';
document.addEventListener('submit', ({ target }) => {
  chip = /** @type {HTMLElement} */ (target).dataset.plChip ?? '';
  if (chip) filtered = listOf(target);
});
document.addEventListener('click', ({ target }) => {
  if (target instanceof Element && target.closest('.pl-chip-x, .pl-chips > a.btn')) filtered = listOf(target);
});

/** A filter view swaps the whole content anyway. @param {EventTarget | null} target */
const listOf = (target) => /** @type {Element} */ (target).closest('.pl-view:not(.pl-view-filter)')?.id ?? '';

// Views of the same table beside the list follow its filter.
async function followed() {
  const own = filtered;
  filtered = '';
  if (!own || document.querySelectorAll('main .pl-view').length < 2) return;
  const { refreshViews } = await import('./refresh.js');
  await refreshViews(({ id }) => id !== own);
}

document.addEventListener('htmx:after:swap', () => {
  // The address is the new one once htmx is done.
  setTimeout(followed);
  const open = document.querySelector('details[open] > .pl-pop');
  const summary = chip ? document.getElementById(chip)?.querySelector('summary') : null;
  chip = '';
  if (open) {
    send(open);
    enter(open);
  } else summary?.focus();
});
const open = document.querySelector('details[open] > .pl-pop');
if (open) enter(open);
// A page that was asked for with an open menu: nothing that comes later opens it again.
const here = new URL(location.href);
const opened = [...here.searchParams.keys()].filter((key) => key.endsWith(':menu'));
for (const key of opened) here.searchParams.delete(key);
if (opened.length > 0) history.replaceState(history.state, '', here.href.replaceAll('%3A', ':').replaceAll('%2C', ','));
