// The keyboard on the steps. Every command is a button somewhere, too.

/** @import { Commands } from './commands.js' */
/** @import { Store } from './store.js' */

/**
 * @param {HTMLElement} root the steps @param {Store} store @param {Commands} commands
 * @param {{ openPanel: () => void, openAdder: () => void, save: () => void }} more
 */
export function listenToKeys(root, store, commands, { openPanel, openAdder, save }) {
  /** @type {Record<string, () => unknown>} */
  const plain = {
    ArrowDown: () => commands.walk(1),
    ArrowUp: () => commands.walk(-1),
    ArrowRight: () => commands.across(1),
    ArrowLeft: () => commands.across(-1),
    Home: () => commands.walk('first'),
    End: () => commands.walk('last'),
    Enter: openPanel,
    ' ': openPanel,
    '/': openAdder,
    Insert: openAdder,
    Delete: () => commands.remove(),
    Backspace: () => commands.remove(),
  };
  /** @type {Record<string, () => unknown>} */
  const withAlt = {
    ArrowDown: () => commands.shift(1),
    ArrowUp: () => commands.shift(-1),
    ArrowRight: () => commands.nest(1),
    ArrowLeft: () => commands.nest(-1),
  };
  /** @type {Record<string, () => unknown>} */
  const withCtrl = { d: () => commands.duplicate() };

  root.addEventListener('keydown', (event) => {
    const box = /** @type {HTMLElement} */ (event.target).closest('.wf-box');
    if (!box) return;
    store.select(/** @type {HTMLElement} */ (box).dataset.step ?? null);
    const isCtrl = event.ctrlKey || event.metaKey;
    const keys = isCtrl ? withCtrl : event.altKey ? withAlt : plain;
    const work = keys[isCtrl ? event.key.toLowerCase() : event.key];
    if (!work || (isCtrl && event.shiftKey)) return;
    event.preventDefault();
    void work();
  });
  root.addEventListener('focusin', ({ target }) => {
    const box = /** @type {HTMLElement} */ (target).closest('.wf-box');
    if (box) store.select(/** @type {HTMLElement} */ (box).dataset.step ?? null);
  });
  listenToClipboard(root, commands);
  document.addEventListener('keydown', (event) => {
    const isCtrl = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    if (isCtrl && key === 's') save();
    else if (isCtrl && key === 'z' && !isTyping(event)) commands[event.shiftKey ? 'redo' : 'undo']();
    else if (isCtrl && key === 'y' && !isTyping(event)) commands.redo();
    else return;
    event.preventDefault();
  });
}

/** Its events need no permission, and are there without https. @param {HTMLElement} root @param {Commands} commands */
function listenToClipboard(root, commands) {
  for (const name of /** @type {const} */ (['copy', 'cut']))
    document.addEventListener(name, (event) => {
      const isText = String(getSelection() ?? '') !== '';
      if (isText || !document.activeElement?.closest('.wf-box') || !root.contains(document.activeElement)) return;
      const text = commands.copy(name === 'cut');
      if (text === null) return;
      event.preventDefault();
      event.clipboardData?.setData('text/plain', text);
    });
  document.addEventListener('paste', (event) => {
    if (!root.contains(document.activeElement)) return;
    event.preventDefault();
    commands.paste(event.clipboardData?.getData('text/plain') ?? '');
  });
}

/** In a text, the browser undoes what was typed. @param {Event} event */
const isTyping = ({ target }) =>
  /** @type {Element} */ (target).matches?.('input, textarea, select, [contenteditable]');
