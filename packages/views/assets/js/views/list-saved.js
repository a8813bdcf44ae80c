// Saved filters of a list: the name of the one that is shown, and the one that the list opens with.
import { addressOf, nameMenu, queryOf } from './list-address.js';
import { isBack, settingsOf } from './list-settings.js';

/** @import { Saved } from './list-address.js' */

/** @returns {HTMLElement[]} */
const menus = () => [...document.querySelectorAll('[data-pl-saved]')].map((one) => /** @type {HTMLElement} */ (one));

/** A list that is opened without conditions opens with the filter of one's choice. @param {HTMLElement} menu */
async function openDefault(menu) {
  const { json } = await settingsOf(menu.dataset.plSaved ?? '');
  const chosen = json?.filters.find((/** @type {Saved} */ { id }) => id === json.settings.filter);
  if (chosen && !isBack() && queryOf(menu, json.settings) === '') location.replace(addressOf(menu, chosen.query));
}

/** @param {HTMLElement} menu */
async function fill(menu) {
  const { json } = await settingsOf(menu.dataset.plSaved ?? '');
  if (!json) return;
  nameMenu(menu, json);
  // Most lists have none.
  if (json.filters.length > 0 || menu.closest('section[id]')?.querySelector('.pl-chips'))
    import('./list-tabs.js').then(
      ({ drawTabs }) => drawTabs(menu, json),
      () => {},
    );
  if (/** @type {HTMLDetailsElement} */ (menu).open) draw(menu);
}

/** What is in the menu is loaded when it is about to be opened. @param {HTMLElement} menu */
async function draw(menu) {
  const box = /** @type {HTMLElement} */ (menu.querySelector('.pl-pop'));
  box.ariaBusy = String(box.childElementCount === 0);
  const isDrawn = await import('./list-saved-menu.js').then(({ drawSaved }) => drawSaved(menu)).catch(() => false);
  box.ariaBusy = null;
  if (isDrawn) return;
  const problem = document.createElement('p');
  problem.className = 'pl-saved-problem';
  problem.role = 'alert';
  box.replaceChildren(problem);
  problem.textContent = document.body.dataset.tFailed ?? '';
}

for (const kind of ['pointerover', 'focusin', 'toggle'])
  document.addEventListener(
    kind,
    ({ target }) => {
      const menu = /** @type {HTMLElement | null} */ (target instanceof Element && target.closest('[data-pl-saved]'));
      if (menu && (kind === 'toggle' ? menu === target : !menu.querySelector('.pl-pop')?.childElementCount))
        void draw(menu);
    },
    true,
  );
document.addEventListener('htmx:after:swap', () => menus().forEach(fill));
for (const menu of menus()) {
  fill(menu);
  openDefault(menu);
}
