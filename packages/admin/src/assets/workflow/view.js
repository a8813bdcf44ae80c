// Draws the steps: nested lists, which the style sheet shows as a diagram or as an outline.
import { lanesOf } from './document.js';

/** @import { Lane, Place, Step } from './document.js' */
/** @import { Store } from './store.js' */

/** @param {HTMLElement} root @param {Store} store */
export function createView(root, store) {
  const draw = () => {
    const { draft } = store;
    const hadFocus = root.contains(document.activeElement);
    root.replaceChildren(
      marker('start'),
      sequence(draft.steps, { owner: null, path: 'steps' }, store, true),
      marker('end'),
      errorPart(store),
    );
    mark();
    if (hadFocus) boxOf(store.selected)?.focus({ preventScroll: true });
  };
  const boxOf = (/** @type {string | null} */ id) =>
    id ? /** @type {HTMLElement | null} */ (root.querySelector(`.wf-box[data-step="${CSS.escape(id)}"]`)) : null;
  /** Shows the selection, the errors, and what each step does. */
  const mark = () => {
    const boxes = [.../** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll('.wf-box'))];
    const chosen = boxOf(store.selected) ?? boxes[0];
    for (const box of boxes) {
      const id = box.dataset.step ?? '';
      const wrong = store.wrong[id] ?? '';
      box.tabIndex = box === chosen ? 0 : -1;
      box.setAttribute('aria-pressed', String(id === store.selected));
      box.classList.toggle('is-wrong', wrong !== '');
      /** @type {HTMLElement} */ (box.querySelector('.wf-words')).textContent = store.words[id] ?? '';
      /** @type {HTMLElement} */ (box.querySelector('.wf-wrong')).textContent = wrong;
    }
  };
  const marker = (/** @type {string} */ name) => made('div', `wf-end wf-end-${name}`, store.text(name));
  store.addEventListener('change', draw);
  store.addEventListener('select', () => {
    mark();
    const box = boxOf(store.selected);
    // Whoever walks with the keys goes along.
    if (root.contains(document.activeElement)) box?.focus({ preventScroll: true });
    box?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });
  store.addEventListener('checked', mark);
  draw();
  return { boxOf, draw };
}

/** Steps that run when the workflow fails. @param {Store} store */
function errorPart(store) {
  const section = group('wf-errors', store.text('errorSteps'));
  section.append(sequence(store.draft.onError, { owner: null, path: 'onError' }, store, false));
  return section;
}

/** @param {Step[]} steps @param {Place} place @param {Store} store @param {boolean} isMain */
function sequence(steps, place, store, isMain) {
  const list = made('ol', 'wf-seq');
  list.append(gap(place, 0, store, isMain && steps.length === 0));
  for (const [i, step] of steps.entries()) list.append(item(step, store), gap(place, i + 1, store, false));
  return list;
}

/** The line between two steps, with a button to put one there. @param {Place} place @param {number} index @param {Store} store @param {boolean} isFirst */
function gap(place, index, store, isFirst) {
  const entry = made('li', 'wf-gap');
  const button = made(
    'button',
    isFirst ? 'btn btn-primary wf-add wf-add-first' : 'wf-add',
    isFirst ? store.text('addFirst') : '+',
  );
  Object.assign(button, { type: 'button', tabIndex: isFirst ? 0 : -1 });
  button.dataset.index = String(index);
  button.dataset.owner = place.owner ?? '';
  button.dataset.path = place.path;
  if (!isFirst) {
    button.setAttribute('aria-label', store.text('addHere'));
    button.title = store.text('addHere');
  }
  entry.append(button);
  return entry;
}

/** @param {Step} step @param {Store} store */
function item(step, store) {
  const entry = made('li', `wf-item wf-kind-${step.kind}`);
  entry.append(box(step, store));
  const lanes = lanesOf(step, store.kinds).filter((lane) => isShown(lane, step));
  const fork = lanes.filter(isBranch);
  const others = lanes.filter((lane) => !fork.includes(lane));
  if (fork.length > 0) entry.append(lanesElement(fork, 'wf-fork', store));
  for (const lane of others)
    entry.append(lanesElement([lane], lane.list.name === 'undo' ? 'wf-frame wf-undo' : 'wf-frame', store));
  return entry;
}

/** Ways beside each other: the entries of a list, and what happens otherwise. @param {Lane} lane */
export const isBranch = ({ list }) => list.inner !== null || list.name === 'otherwise';

/** Steps to undo something are rare, so without any they are not shown. @param {Lane} lane @param {Step} step */
export function isShown({ list: { name, showIf }, steps }, step) {
  if (steps.length > 0) return true;
  if (name === 'undo') return false;
  return !showIf || showIf.in.includes(step[showIf.name]);
}

/** @param {Lane[]} lanes @param {string} style @param {Store} store */
function lanesElement(lanes, style, store) {
  const element = made('div', style);
  for (const lane of lanes) {
    const label = lane.label || (lane.entry === null ? '' : store.text('lane', { n: lane.entry + 1 }));
    const section = group('wf-lane', label);
    section.append(sequence(lane.steps, lane.place, store, false));
    element.append(section);
  }
  return element;
}

/** Steps with a name above. @param {string} style @param {string} label */
function group(style, label) {
  const element = made('div', style);
  element.role = 'group';
  element.ariaLabel = label;
  element.append(made('div', 'wf-lane-name m-0 small text-break', label));
  return element;
}

/** @param {Step} step @param {Store} store */
function box(step, store) {
  const kind = store.kinds[step.kind];
  const button = made('button', 'wf-box d-flex gap-2 align-items-start text-start');
  Object.assign(button, { type: 'button' });
  button.dataset.step = step.id;
  const icon = made('span', 'wf-icon');
  // Safe: icons of installed definitions, printed by the server.
  icon.innerHTML = kind?.icon ?? '';
  const text = made('span', 'wf-text');
  text.append(made('span', 'wf-name', step.label || kind?.label || step.kind));
  if (step.when) text.append(made('span', 'wf-when', store.text('when', { when: step.when })));
  text.append(made('span', 'wf-words'), made('span', 'wf-wrong small text-break'));
  button.append(icon, text);
  return button;
}

/** @param {string} tag @param {string} style @param {string} [text] */
export function made(tag, style, text = '') {
  const element = document.createElement(tag);
  element.className = style;
  element.textContent = text;
  return element;
}
