// The dialog that adds a step: all kinds of steps and all actions, found by typing.
import { ListBox, optionOf } from '@plinth/plugin/browser/list-box';

/** @import { Place } from './document.js' */
/** @import { Store } from './store.js' */

/** @typedef {{ label: string, help: string, icon: string, kind: string, settings: Record<string, unknown> }} Choice */

/**
 * @param {HTMLDialogElement} dialog @param {Store} store
 * @param {(at: { place: Place, index: number }, choice: Choice) => void} onChoose
 */
export function createAdder(dialog, store, onChoose) {
  const input = /** @type {HTMLInputElement} */ (dialog.querySelector('input'));
  const none = /** @type {HTMLElement} */ (dialog.querySelector('[data-none]'));
  const all = choicesOf(store);
  /** @type {{ place: Place, index: number } | null} */
  let where = null;
  /** @type {Choice[]} */
  let shown = [];
  const list = new ListBox(/** @type {HTMLElement} */ (dialog.querySelector('[role=listbox]')), {
    input,
    choose: (_, i) => {
      dialog.close();
      if (where) onChoose(where, shown[i]);
    },
  });

  const show = () => {
    const words = input.value.trim().toLocaleLowerCase();
    const isNamed = (/** @type {Choice} */ { label }) => label.toLocaleLowerCase().includes(words);
    const named = all.filter(isNamed);
    const others = all.filter((one) => !named.includes(one) && one.help.toLocaleLowerCase().includes(words));
    shown = [...named, ...others];
    list.put(shown.map(lineOf));
    none.hidden = shown.length > 0;
  };
  input.addEventListener('input', show);
  input.addEventListener('keydown', (event) => {
    if (!list.key(event) && event.key === 'Enter') event.preventDefault();
  });

  return (/** @type {{ place: Place, index: number }} */ place) => {
    where = place;
    input.value = '';
    dialog.showModal();
    show();
    input.focus();
  };
}

/** @param {Choice} choice */
function lineOf(choice) {
  const item = optionOf('', 'wf-choice');
  const icon = Object.assign(document.createElement('span'), { className: 'wf-icon' });
  // Safe: icons of installed definitions, printed by the server.
  icon.innerHTML = choice.icon;
  const text = document.createElement('span');
  text.append(Object.assign(document.createElement('strong'), { textContent: choice.label }));
  if (choice.help) text.append(Object.assign(document.createElement('span'), { textContent: choice.help }));
  item.append(icon, text);
  return item;
}

/** Steps first; an action is a step that is set up already. @param {Store} store @returns {Choice[]} */
function choicesOf({ kinds, state }) {
  const steps = Object.entries(kinds).map(([kind, { label, help, icon }]) => ({
    label,
    help,
    icon,
    kind,
    settings: {},
  }));
  const actions = state.actions.map((/** @type {any} */ { name, label, help, icon }) => ({
    label,
    icon,
    help: help || kinds.action.label,
    kind: 'action',
    settings: { do: { action: name, config: {} } },
  }));
  return [...steps, ...actions];
}
