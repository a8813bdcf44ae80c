// Buttons for menus at the heads of a list's columns, with what arranges the columns. The menus come when one is about to
// be opened.

/** @import { Look } from './list-columns.js' */
/** @typedef {{ view: string, section: HTMLElement, menu: HTMLElement, table: HTMLTableElement | null }} List */
/** @typedef {{ keep: (list: List, changes: Look) => void, columnsOf: (list: List) => NonNullable<Look['columns']> }} Kept */

const BUTTON = 'button.pl-col-menu';

/** @param {HTMLTableElement | null | undefined} table of the page, or about to replace it */
export function addButtons(table) {
  for (const head of table?.tHead?.rows[0]?.cells ?? []) {
    const { key, name = '' } = head.dataset;
    if (!key || head.querySelector(BUTTON)) continue;
    const button = Object.assign(document.createElement('button'), { type: 'button', className: 'pl-col-menu' });
    button.ariaLabel = name;
    button.ariaHasPopup = 'menu';
    button.ariaExpanded = 'false';
    // Otherwise each heading is read with its name twice.
    head.ariaLabel = name;
    head.append(button);
  }
}

/** @param {List} list @param {Kept} kept */
export function openOn(list, kept) {
  const head = list.table?.tHead;
  const load = () => import('./list-head-menu.js');
  /** @param {Event} event @param {(module: Awaited<ReturnType<typeof load>>, button: HTMLButtonElement) => void} act */
  const on = ({ target }, act) => {
    const button = /** @type {HTMLButtonElement | null} */ (target instanceof Element && target.closest(BUTTON));
    if (!button) return false;
    void load().then(
      (module) => act(module, button),
      () => {},
    );
    return true;
  };
  for (const kind of ['pointerover', 'focusin'])
    head?.addEventListener(kind, (event) => on(event, ({ askFor }) => askFor(list)), { passive: true });
  head?.addEventListener('click', (event) => {
    const isKnown = event.target instanceof HTMLButtonElement && event.target.popoverTargetElement?.isConnected;
    if (!isKnown) on(event, ({ open }, button) => open(button, list, kept));
  });
  head?.addEventListener('keydown', (event) => {
    const isUp = event.key === 'ArrowUp';
    if (!isUp && event.key !== 'ArrowDown') return;
    if (on(event, ({ open }, button) => open(button, list, kept, isUp))) event.preventDefault();
  });
}
