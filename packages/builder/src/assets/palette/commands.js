// The command palette that "/" opens: inserts elements, and runs actions on the selection.
import { ListBox, grouped, optionOf } from '@plinth/plugin/browser/list-box';
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
  const box = new ListBox(list, {
    input,
    choose: (_, i) => {
      const chosen = shown[i];
      dialog.close();
      if (chosen.run) chosen.run();
      else onInsert(chosen);
    },
  });
  const draw = () => {
    const found = searched(groups(), input.value);
    shown = found.flatMap(({ items }) => items);
    const labels = found.flatMap(({ label, items }) => items.map(() => label));
    const hint = Object.assign(document.createElement('p'), { className: 'bld-hint', textContent: none });
    box.put(shown.length > 0 ? grouped(shown.map(lineOf), (_, i) => labels[i], 'bld-group') : [hint]);
  };
  input.addEventListener('input', draw);
  input.addEventListener('keydown', (event) => {
    if (!box.key(event) && event.key === 'Enter') event.preventDefault();
  });
  dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close());
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
  const dialog = Object.assign(document.createElement('dialog'), { className: 'modal bld-commands' });
  dialog.setAttribute('aria-label', title);
  const input = Object.assign(document.createElement('input'), {
    type: 'text',
    className: 'form-control',
    placeholder: title,
    autocomplete: 'off',
  });
  const list = Object.assign(document.createElement('div'), { id: 'bld-command-list' });
  list.ariaLabel = title;
  Object.assign(input, { role: 'combobox', ariaLabel: title, ariaExpanded: 'true' });
  dialog.append(input, list);
  document.body.append(dialog);
  return { dialog, input, list };
}

/** @param {Command} command */
function lineOf({ label, hint, icon }) {
  const option = optionOf('', 'bld-item', 'div');
  // The server's own icon.
  option.innerHTML = icon;
  option.append(Object.assign(document.createElement('span'), { textContent: label }));
  if (hint) option.append(Object.assign(document.createElement('small'), { textContent: hint }));
  return option;
}
