// Selects of actions become a button that opens a dialog: all actions by group, with what each does, found by typing.
// Without this file the select itself is used.
import { ListBox, grouped, optionOf } from '@plinth/plugin/browser/list-box';

/** @typedef {{ value: string, label: string, group: string, help: string, found: Element | null }} Choice */

const SELECT = 'select[data-pl-action]';
/** @type {{ select: HTMLSelectElement | null, refocus: string }} */
const state = { select: null, refocus: '' };
/** @type {{ box: HTMLDialogElement, input: HTMLInputElement, list: ListBox, none: HTMLElement } | null} */
let made = null;

enhance();
// Forms with actions come and go in each editor.
new MutationObserver(enhance).observe(document.body, { childList: true, subtree: true });
document.addEventListener('pl:settings', enhance);
// Once folded entries are open again.
document.addEventListener('htmx:after:swap', () => setTimeout(refocus));
// Labels and messages lead to the select; the button stands for it.
document.addEventListener('focusin', ({ target }) => {
  const focused = /** @type {Element} */ (target);
  if (focused.matches?.(SELECT)) buttonOf(/** @type {HTMLSelectElement} */ (focused))?.focus();
  else if (!focused.matches?.('.adm-act-button')) state.refocus = '';
});
document.addEventListener('change', ({ target }) => {
  if (/** @type {Element} */ (target).matches?.(SELECT)) label(/** @type {HTMLSelectElement} */ (target));
});

function enhance() {
  for (const select of /** @type {NodeListOf<HTMLSelectElement>} */ (document.querySelectorAll(SELECT))) {
    if (!wordsOf(select)) continue;
    if (!select.classList.contains('visually-hidden')) select.classList.add('visually-hidden');
    select.tabIndex = -1;
    select.setAttribute('aria-hidden', 'true');
    if (!buttonOf(select)) equip(select);
    label(select);
  }
}

/** @param {HTMLSelectElement} select */
function equip(select) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'adm-act-button form-select';
  button.dataset.plExtra = '';
  button.setAttribute('aria-haspopup', 'dialog');
  button.addEventListener('click', () => show(select));
  select.after(button);
}

/** After a choice, the form is often made anew. */
function refocus() {
  if (state.refocus === '') return;
  const select = document.querySelector(`${SELECT}[name="${CSS.escape(state.refocus)}"]`);
  if (!select || document.activeElement !== document.body) return;
  state.refocus = '';
  enhance();
  buttonOf(/** @type {HTMLSelectElement} */ (select))?.focus();
}

/** @param {HTMLSelectElement} select */
function buttonOf(select) {
  const next = /** @type {HTMLElement | null} */ (select.nextElementSibling);
  return next?.matches('.adm-act-button') ? next : null;
}

/** @param {HTMLSelectElement} select */
function wordsOf(select) {
  const own = select.closest('[data-pl-settings]')?.querySelector(':scope > template[data-pl-actions]');
  return /** @type {HTMLTemplateElement | null} */ (own ?? document.querySelector('template[data-pl-actions]'));
}

/** What the button says, if that has changed. @param {HTMLSelectElement} select */
function label(select) {
  const button = buttonOf(select);
  const words = wordsOf(select);
  if (!button || !words || button.dataset.value === select.value) return;
  const known = details(words, select.value);
  const text = select.selectedOptions[0]?.textContent ?? '';
  button.dataset.value = select.value;
  button.setAttribute('aria-label', `${select.getAttribute('aria-label')}: ${text}`);
  const fallback = Object.assign(document.createElement('span'), { className: 'adm-act-text' });
  fallback.textContent = select.value === '' ? (words.dataset.title ?? '') : text;
  button.replaceChildren(...(known ? [...known.cloneNode(true).childNodes] : [fallback]));
}

/** @param {HTMLTemplateElement} words @param {string} value */
function details(words, value) {
  return value === '' ? null : words.content.querySelector(`[data-value="${CSS.escape(value)}"]`);
}

/** @param {HTMLSelectElement} select */
function show(select) {
  const words = wordsOf(select);
  if (!words) return;
  made ??= dialogWith(words.dataset);
  state.select = select;
  made.input.value = '';
  made.box.showModal();
  fill();
  made.list.point(
    Math.max(
      made.list.options.findIndex((one) => one.dataset.value === select.value),
      0,
    ),
  );
  made.input.focus();
}

/** @param {DOMStringMap} words */
function dialogWith(words) {
  const box = document.createElement('dialog');
  box.className = 'modal adm-jump adm-pick adm-act';
  box.setAttribute('aria-label', words.title ?? '');
  // Safe: only words of the locale files, set as texts below.
  box.innerHTML = `<div class="adm-pick-bar d-flex align-items-center gap-2 border-bottom"><input class="form-control" type="search" autocomplete="off" role="combobox"
    aria-expanded="true" aria-controls="adm-act-list" aria-autocomplete="list"><button type="button" class="btn-close"></button></div>
    <div class="adm-act-list" id="adm-act-list" role="listbox"></div><p class="adm-act-none m-0 text-center" hidden></p><p class="visually-hidden" role="status"></p>`;
  const at = (/** @type {string} */ selector) => /** @type {HTMLElement} */ (box.querySelector(selector));
  const input = /** @type {HTMLInputElement} */ (at('input'));
  const list = at('.adm-act-list');
  input.placeholder = words.search ?? '';
  input.setAttribute('aria-label', words.search ?? '');
  list.setAttribute('aria-label', words.title ?? '');
  at('.btn-close').setAttribute('aria-label', words.close ?? '');
  at('.adm-act-none').textContent = words.none ?? '';
  box.addEventListener('click', (event) => {
    const target = /** @type {Element} */ (event.target);
    if (target === box || target.closest('.btn-close')) box.close();
  });
  box.addEventListener('close', () => state.select && buttonOf(state.select)?.focus());
  // The form's listeners must not hear what is typed here.
  for (const kind of ['input', 'change']) box.addEventListener(kind, (event) => event.stopPropagation());
  input.addEventListener('input', fill);
  input.addEventListener('keydown', (event) => made?.list.key(event));
  document.body.append(box);
  const choices = new ListBox(list, { input, choose: ({ dataset: { value = '' } }) => choose(value) });
  return { box, input, list: choices, none: at('.adm-act-none') };
}

/** Lists what fits what is typed: by group, or the best match first. */
function fill() {
  if (!made || !state.select) return;
  const typed = made.input.value.trim().toLocaleLowerCase();
  const choices = choicesOf(state.select);
  const parts = typed.split(/\s+/);
  const fits = choices.filter(({ label: name, help, group }) =>
    parts.every((part) => `${name} ${help} ${group}`.toLocaleLowerCase().includes(part)),
  );
  const rank = (/** @type {Choice} */ { label: name }) => {
    const at = name.toLocaleLowerCase().indexOf(typed);
    return at < 0 ? 2 : Math.min(at, 1);
  };
  const ordered = typed ? fits.toSorted((a, b) => rank(a) - rank(b)) : fits;
  const options = ordered.map(lineOf);
  made.list.put(typed ? options : grouped(options, (_, i) => ordered[i].group, 'adm-act-group'));
  made.none.hidden = ordered.length > 0;
  const status = /** @type {HTMLElement} */ (made.box.querySelector('[role=status]'));
  const words = wordsOf(state.select)?.dataset ?? {};
  status.textContent = ordered.length > 0 ? (words.found ?? '').replace('{count}', `${ordered.length}`) : '';
}

/** @param {HTMLSelectElement} select @returns {Choice[]} */
function choicesOf(select) {
  const words = wordsOf(select);
  return [...select.options]
    .filter(({ value }) => value !== '')
    .map((option) => {
      const found = words && details(words, option.value);
      const group = option.parentElement instanceof HTMLOptGroupElement ? option.parentElement.label : '';
      return {
        value: option.value,
        label: option.text,
        group,
        found: found ?? null,
        help: found?.querySelector('small')?.textContent ?? '',
      };
    });
}

/** @param {Choice} choice */
function lineOf({ value, label: name, found }) {
  const option = optionOf('', 'adm-act-option', 'div');
  option.dataset.value = value;
  if (state.select?.value === value) option.classList.add('is-chosen');
  if (found) option.append(...found.cloneNode(true).childNodes);
  else option.textContent = name;
  return option;
}

/** @param {string} value */
function choose(value) {
  const { select } = state;
  made?.box.close();
  if (!select || select.value === value) return;
  state.refocus = select.name;
  select.value = value;
  select.dispatchEvent(new Event('change', { bubbles: true }));
}
