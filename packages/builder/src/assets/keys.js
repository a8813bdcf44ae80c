// The keyboard: everything that the pointer can do.

/** @import { Actions } from './drafts/actions.js' */

/** Where keys belong to the control that has the focus. */
const TYPING = 'input, select, textarea, [contenteditable], dialog, .bld-props';
/** Buttons keep Enter and the space bar; only combinations work on them. */
const BUTTONS = 'button, a[href]';

/**
 * @param {{ actions: Actions, openCommands: () => void, openHelp: () => void, close: () => void, editText: () => void,
 *   isOutline: (target: Element) => boolean }} parts close: what is open, else the selection
 */
export function createKeys(parts) {
  const { actions } = parts;
  /** @type {Record<string, (isOutline: boolean) => unknown>} */
  const plain = {
    ArrowUp: (isOutline) => (isOutline ? actions.line(-1) : actions.sibling(-1)),
    ArrowDown: (isOutline) => (isOutline ? actions.line(1) : actions.sibling(1)),
    ArrowLeft: () => actions.parent(),
    ArrowRight: () => actions.child(),
    Escape: () => parts.close(),
    Delete: () => actions.remove(),
    Backspace: () => actions.remove(),
    Enter: () => parts.editText(),
    F2: () => parts.editText(),
    '/': () => parts.openCommands(),
    '?': () => parts.openHelp(),
  };
  /** @type {Record<string, (isOutline: boolean) => unknown>} */
  const combined = {
    'alt+ArrowUp': () => actions.move('up'),
    'alt+ArrowDown': () => actions.move('down'),
    'alt+ArrowLeft': () => actions.move('out'),
    'alt+ArrowRight': () => actions.move('in'),
    'alt+shift+ArrowLeft': () => actions.resize(-1),
    'alt+shift+ArrowRight': () => actions.resize(1),
    'shift+ArrowUp': () => actions.extend(-1),
    'shift+ArrowDown': () => actions.extend(1),
    'ctrl+z': () => actions.undo(),
    'ctrl+shift+z': () => actions.redo(),
    'ctrl+y': () => actions.redo(),
    'ctrl+d': () => actions.duplicate(),
    'ctrl+a': () => actions.all(),
    'ctrl+g': () => actions.wrap('card'),
    'ctrl+shift+g': () => actions.unwrap(),
  };
  return (/** @type {KeyboardEvent} */ event) => {
    const target = /** @type {Element} */ (event.target);
    if (event.defaultPrevented || target.closest?.(TYPING)) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const chord = [
      (event.ctrlKey || event.metaKey) && 'ctrl',
      event.altKey && 'alt',
      event.shiftKey && key !== '/' && key !== '?' && 'shift',
      key,
    ].filter(Boolean);
    const run = combined[chord.join('+')] ?? (chord.length === 1 && !target.closest?.(BUTTONS) ? plain[key] : null);
    if (!run) return;
    event.preventDefault();
    run(parts.isOutline(target));
  };
}

/**
 * Copy, cut and paste with the browser's own commands, wherever nothing is being typed.
 *
 * @param {EventTarget} document @param {{ actions: Actions }} parts
 */
export function listenToClipboard(document, { actions }) {
  const isTyping = (/** @type {Event} */ { target }) => Boolean(/** @type {Element} */ (target).closest?.(TYPING));
  for (const name of ['copy', 'cut']) {
    document.addEventListener(name, (event) => {
      const text = isTyping(event) ? null : actions.copy();
      if (text === null) return;
      /** @type {ClipboardEvent} */ (event).clipboardData?.setData('text/plain', text);
      event.preventDefault();
      if (name === 'cut') actions.remove();
    });
  }
  document.addEventListener('paste', (event) => {
    if (isTyping(event)) return;
    event.preventDefault();
    actions.paste(/** @type {ClipboardEvent} */ (event).clipboardData?.getData('text/plain') ?? '');
  });
}
