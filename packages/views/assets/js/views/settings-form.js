// Forms made from settings: adds, moves and removes entries of lists, and hides what does not count.
// Names are key paths (columns.2.label), so moving an entry means writing its number anew.

const ESCAPE = /[.*+?^${}()|[\]\\]/g;

/** Gives the entries of a list the numbers of their order. */
function renumber(list) {
  const name = list.dataset.plEntries;
  const entries = [...list.querySelectorAll(':scope > [data-pl-entry]')];
  const pattern = new RegExp(`^(s-)?${name.replace(ESCAPE, '\\$&')}\\.(\\d+|__n__)(?=\\.|$|-)`);
  entries.forEach((entry, n) => {
    const rename = (value) => value.replace(pattern, (_, id = '') => `${id}${name}.${n}`);
    for (const element of [entry, ...withPatterns(entry)]) {
      for (const key of [
        'name',
        'id',
        'for',
        'aria-describedby',
        'list',
        'data-pl-entry',
        'data-pl-entries',
        'data-pl-show-if',
        'data-pl-nested',
      ]) {
        if (element.hasAttribute?.(key))
          element.setAttribute(key, element.getAttribute(key).split(' ').map(rename).join(' '));
      }
    }
  });
}

/** All elements below, those inside of templates too. */
function withPatterns(root) {
  return [...root.querySelectorAll('*')].flatMap((element) =>
    element.tagName === 'TEMPLATE' ? [element, ...withPatterns(element.content)] : [element],
  );
}

function ready(root) {
  for (const tools of root.querySelectorAll('[data-pl-entry-tools]')) tools.hidden = false;
  for (const button of root.querySelectorAll('[data-pl-add]')) button.hidden = false;
  for (const box of root.querySelectorAll('.pl-entry-remove')) box.hidden = true;
  for (const list of root.querySelectorAll('[data-pl-entries]')) dropBlank(list);
  for (const form of root.querySelectorAll('[data-pl-settings]')) showWhatCounts(form);
  for (const list of root.querySelectorAll('[data-pl-entries]')) showMatch(list);
}

/** Whether all or any conditions must hold is a question only where there are several. */
function showMatch(list) {
  const match = list.previousElementSibling;
  if (match?.matches('[data-pl-match]')) match.hidden = list.querySelectorAll(':scope > [data-pl-entry]').length < 2;
}

/** The empty entry at the end was for those without this module. */
function dropBlank(list) {
  if (list.dataset.plReady) return;
  list.dataset.plReady = '1';
  const last = [...list.querySelectorAll(':scope > [data-pl-entry]')].at(-1);
  if (last && !last.querySelector(':scope > input[name$="._known"]')) last.remove();
}

function showWhatCounts(form) {
  for (const field of form.querySelectorAll('[data-pl-show-if]')) {
    const controls = [...form.querySelectorAll(`[name="${CSS.escape(field.dataset.plShowIf)}"]`)];
    const control = controls.at(-1);
    const value = control?.type === 'checkbox' ? control.checked : control?.value;
    field.hidden = !JSON.parse(field.dataset.plShowIn).includes(value);
  }
}

function changed(element) {
  element.dispatchEvent(new Event('change', { bubbles: true }));
}

document.addEventListener('click', (event) => {
  const button = event.target.closest('[data-pl-add], [data-pl-move], [data-pl-remove]');
  const list = button?.closest('[data-pl-entries]');
  if (!list) return;
  const entry = button.closest('[data-pl-entry]');
  if (button.matches('[data-pl-add]')) add(list, button);
  else if (button.matches('[data-pl-remove]')) remove(list, entry);
  else move(entry, Number(button.dataset.plMove), button);
  renumber(list);
  showMatch(list);
  changed(list);
});

function add(list, button) {
  const entry = list.querySelector(':scope > template').content.firstElementChild.cloneNode(true);
  button.before(entry);
  renumber(list);
  ready(entry);
  for (const form of [list.closest('[data-pl-settings]')].filter(Boolean)) showWhatCounts(form);
  entry.querySelector('input:not([type="hidden"]), select, textarea')?.focus();
}

function remove(list, entry) {
  const next = entry.nextElementSibling ?? list.querySelector(':scope > [data-pl-add]');
  entry.remove();
  (next?.querySelector?.('button') ?? next)?.focus?.();
}

function move(entry, by, button) {
  const other = by < 0 ? entry.previousElementSibling : entry.nextElementSibling;
  if (!other?.matches('[data-pl-entry]')) return;
  if (by < 0) other.before(entry);
  else other.after(entry);
  button.focus();
}

document.addEventListener('change', (event) => {
  const form = event.target.closest?.('[data-pl-settings]');
  if (form) showWhatCounts(form);
});

ready(document);
document.addEventListener('htmx:after:swap', () => ready(document));
