// What is open over the canvas: Escape closes the last of it, and nothing else. Dialogs close by themselves.

/** Each with a way to close it. @type {[string, (element: HTMLElement) => void][]} */
const OPEN = [
  [
    'details.dropdown[open]',
    (menu) => {
      menu.removeAttribute('open');
      menu.querySelector('summary')?.focus();
    },
  ],
  [':popover-open', (popover) => popover.hidePopover()],
  ['[data-bld-tried]:not([hidden])', (panel) => panel.querySelector('button')?.click()],
];

/** @returns {boolean} whether anything was open */
export function closeOpened() {
  for (const [selector, close] of OPEN) {
    const found = /** @type {HTMLElement | null} */ (document.querySelector(selector));
    if (!found) continue;
    close(found);
    return true;
  }
  return false;
}

/** The dialog with all keys. @returns {{ open: () => void }} */
export function createKeyHelp() {
  const dialog = /** @type {HTMLDialogElement} */ (document.querySelector('[data-bld-keys-dialog]'));
  const open = () => dialog.showModal();
  document.querySelector('[data-bld-keys]')?.addEventListener('click', open);
  dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close());
  return { open };
}
