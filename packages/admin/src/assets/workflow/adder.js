// The dialog that adds a step: all kinds of steps and all actions, found by typing.

/** @import { Place } from './document.js' */
/** @import { Store } from './store.js' */

/** @typedef {{ label: string, help: string, icon: string, kind: string, settings: Record<string, any> }} Choice */

/**
 * @param {HTMLDialogElement} dialog @param {Store} store
 * @param {(at: { place: Place, index: number }, choice: Choice) => void} onChoose
 */
export function createAdder(dialog, store, onChoose) {
  const input = /** @type {HTMLInputElement} */ (dialog.querySelector('input'));
  const list = /** @type {HTMLElement} */ (dialog.querySelector('[role=listbox]'));
  const none = /** @type {HTMLElement} */ (dialog.querySelector('[data-none]'));
  const all = choicesOf(store);
  /** @type {{ place: Place, index: number } | null} */
  let where = null;
  /** @type {Choice[]} */
  let shown = [];
  let at = 0;

  const show = () => {
    const words = input.value.trim().toLocaleLowerCase();
    const isNamed = (/** @type {Choice} */ { label }) => label.toLocaleLowerCase().includes(words);
    const named = all.filter(isNamed);
    const others = all.filter((one) => !named.includes(one) && one.help.toLocaleLowerCase().includes(words));
    shown = [...named, ...others];
    list.replaceChildren(...shown.map(option));
    none.hidden = shown.length > 0;
    go(0);
  };
  const go = (/** @type {number} */ to) => {
    at = to;
    for (const [i, item] of [...list.children].entries()) item.setAttribute('aria-selected', String(i === at));
    const chosen = list.children[at];
    chosen?.scrollIntoView({ block: 'nearest' });
    if (chosen) input.setAttribute('aria-activedescendant', chosen.id);
    else input.removeAttribute('aria-activedescendant');
  };
  const choose = (/** @type {Choice | undefined} */ choice) => {
    if (!choice || !where) return;
    dialog.close();
    onChoose(where, choice);
  };
  const option = (/** @type {Choice} */ choice, /** @type {number} */ i) => {
    const item = optionOf(choice, i);
    item.addEventListener('click', () => choose(choice));
    return item;
  };
  input.addEventListener('input', show);
  input.addEventListener('keydown', (event) => {
    const count = shown.length;
    if (event.key === 'ArrowDown' && count) go((at + 1) % count);
    else if (event.key === 'ArrowUp' && count) go((at - 1 + count) % count);
    else if (event.key === 'Enter') choose(shown[at]);
    else return;
    event.preventDefault();
  });

  return (/** @type {{ place: Place, index: number }} */ place) => {
    where = place;
    input.value = '';
    dialog.showModal();
    show();
    input.focus();
  };
}

/** @param {Choice} choice @param {number} i */
function optionOf(choice, i) {
  const item = Object.assign(document.createElement('li'), { id: `wf-choice-${i}`, className: 'wf-choice' });
  item.setAttribute('role', 'option');
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
