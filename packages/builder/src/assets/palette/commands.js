// The command palette that "/" opens: insert anything, or do anything with what is selected.
import { searched } from './palette.js';

/** @import { Group, Item } from './palette.js' */

/** @typedef {Item & { run?: () => void }} Command without `run`: inserts its nodes */

/**
 * @param {{ title: string, none: string, groups: () => Group[], onInsert: (item: Item) => void, onClose: () => void }} options
 */
export function createCommands({ title, none, groups, onInsert, onClose }) {
  const { dialog, input, list } = makeDialog(title);
  /** @type {Command[]} */
  let shown = [];
  let at = 0;
  const draw = () => {
    const found = searched(groups(), input.value);
    shown = found.flatMap(({ items }) => items);
    at = 0;
    let index = 0;
    list.replaceChildren(...found.map((group) => groupOf(group, () => index++)));
    if (!shown.length)
      list.append(Object.assign(document.createElement('p'), { className: 'bld-hint', textContent: none }));
    mark();
  };
  const mark = () => {
    const options = list.querySelectorAll('[role=option]');
    for (const [i, option] of options.entries()) option.setAttribute('aria-selected', String(i === at));
    if (options[at]) input.setAttribute('aria-activedescendant', options[at].id);
    else input.removeAttribute('aria-activedescendant');
    options[at]?.scrollIntoView({ block: 'nearest' });
  };
  const run = (/** @type {number} */ index) => {
    const chosen = shown[index];
    if (!chosen) return;
    dialog.close();
    if (chosen.run) chosen.run();
    else onInsert(chosen);
  };
  input.addEventListener('input', draw);
  input.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      at = (at + step + shown.length) % (shown.length || 1);
      mark();
    } else if (event.key === 'Enter') run(at);
    else return;
    event.preventDefault();
  });
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog) return dialog.close();
    const option = /** @type {Element} */ (target).closest('[role=option]');
    if (option) run([...list.querySelectorAll('[role=option]')].indexOf(option));
  });
  dialog.addEventListener('close', onClose);
  return {
    open() {
      input.value = '';
      dialog.showModal();
      draw();
      input.focus();
    },
  };
}

/** @param {string} title */
function makeDialog(title) {
  const dialog = Object.assign(document.createElement('dialog'), { className: 'bld-commands' });
  dialog.setAttribute('aria-label', title);
  const input = Object.assign(document.createElement('input'), {
    type: 'text',
    className: 'form-control',
    placeholder: title,
    autocomplete: 'off',
  });
  const list = Object.assign(document.createElement('div'), { id: 'bld-command-list' });
  list.setAttribute('role', 'listbox');
  list.setAttribute('aria-label', title);
  for (const [name, value] of Object.entries({
    role: 'combobox',
    'aria-label': title,
    'aria-controls': list.id,
    'aria-expanded': 'true',
    'aria-autocomplete': 'list',
  }))
    input.setAttribute(name, value);
  dialog.append(input, list);
  document.body.append(dialog);
  return { dialog, input, list };
}

/** @param {Group} group @param {() => number} next */
function groupOf({ label, items }, next) {
  const group = document.createElement('div');
  group.setAttribute('role', 'group');
  group.setAttribute('aria-label', label);
  const heading = Object.assign(document.createElement('div'), { className: 'bld-group', textContent: label });
  heading.setAttribute('aria-hidden', 'true');
  group.append(heading);
  for (const { label: name, hint, icon } of items) {
    const option = Object.assign(document.createElement('div'), { className: 'bld-item', id: `bld-command-${next()}` });
    option.setAttribute('role', 'option');
    // The server's own icon.
    option.innerHTML = icon;
    option.append(Object.assign(document.createElement('span'), { textContent: name }));
    if (hint) option.append(Object.assign(document.createElement('small'), { textContent: hint }));
    group.append(option);
  }
  return group;
}
