/** @import { Page } from 'playwright-core' */
/**
 * A screen and what its user does there, one wait for each. `ready`: what shows that it can be used.
 *
 * @typedef {{ path: string, who: 'user' | 'admin', wide?: boolean, ready?: string, acts: (page: Page) => (() => Promise<unknown>)[] }} Screen
 */

/** @type {Record<string, Screen>} */
export const SCREENS = {
  list: { path: '/view/list', who: 'user', acts: onList },
  grid: { path: '/view/grid', who: 'user', wide: true, acts: onGrid },
  board: { path: '/view/board', who: 'user', acts: onBoard },
  form: { path: '/view/form', who: 'user', acts: onForm },
  builder: {
    path: '/admin/build/pages/many',
    who: 'admin',
    wide: true,
    ready: '[data-bld-stage][data-ready]',
    acts: onBuilder,
  },
};

/** @param {Page} page */
function onList(page) {
  const tick = (/** @type {number} */ i) => page.locator('tbody input[type="checkbox"]').nth(i);
  return [
    () => tick(0).tap(),
    () => tick(1).tap(),
    () => tick(0).tap(),
    () => tick(1).tap(),
    () => page.locator('.pl-filter-menu > summary').tap(),
    () => page.keyboard.press('Escape'),
    () => page.locator('[data-pl-nav]').first().tap(),
    () => page.keyboard.press('Escape'),
    () => page.locator('input[name="q"]').tap(),
    ...keys(page, 'number 12'),
    () => page.keyboard.press('Enter'),
  ];
}

/** @param {Page} page */
function onGrid(page) {
  const cell = (/** @type {number} */ row) => page.locator('tbody tr').nth(row).locator('td').first();
  return [
    () => cell(0).click(),
    ...Array.from({ length: 4 }, () => () => page.keyboard.press('ArrowDown')),
    () => page.keyboard.press('ArrowRight'),
    () => page.keyboard.press('ArrowLeft'),
    () => page.keyboard.press('Shift+ArrowDown'),
    () => cell(6).click(),
    () => page.keyboard.press('Enter'),
    ...keys(page, ' sent'),
    () => page.keyboard.press('Enter'),
    () => page.keyboard.press('ArrowDown'),
  ];
}

/** @param {Page} page */
function onBoard(page) {
  const card = (/** @type {number} */ i) => page.locator('.pl-board-card').nth(i);
  return [
    () => page.locator('.pl-board-title').first().tap(),
    () => page.keyboard.press('Escape'),
    () => card(1).dragTo(card(4)),
    () => card(2).dragTo(card(5)),
    () => card(0).dragTo(card(3)),
    () => page.locator('[data-pl-nav]').first().tap(),
    () => page.keyboard.press('Escape'),
  ];
}

/** @param {Page} page */
function onForm(page) {
  const control = (/** @type {string} */ label) => page.getByLabel(label, { exact: false }).first();
  return [
    () => control('Title').tap(),
    ...keys(page, 'Paper and ink'),
    () => control('Amount').tap(),
    ...keys(page, '12.50'),
    () => control('Due').tap(),
    ...keys(page, '12/24/2026'),
    () => control('Note').tap(),
    ...keys(page, 'At the back'),
    () => page.keyboard.press('Tab'),
  ];
}

/** @param {Page} page */
function onBuilder(page) {
  const line = (/** @type {string} */ id) => page.locator(`#outline-${id}`);
  const inCanvas = page.frameLocator('[data-bld-frame]');
  const text = (/** @type {number} */ number) => inCanvas.getByText(`Text number ${number} with a few words`);
  return [
    () => line('text2').click(),
    () => page.keyboard.press('ArrowDown'),
    () => page.keyboard.press('ArrowDown'),
    () => page.keyboard.press('Alt+ArrowDown'),
    () => page.keyboard.press('Alt+ArrowUp'),
    () => text(3).click(),
    () => text(5).click(),
    () => text(6).dragTo(text(2)),
    () => page.keyboard.press('Control+z'),
    () => line('card1').click(),
    () => page.keyboard.press('Delete'),
    () => page.keyboard.press('Control+z'),
  ];
}

/** One press for each sign. @param {Page} page @param {string} text */
const keys = (page, text) => [...text].map((sign) => () => page.keyboard.press(sign === ' ' ? 'Space' : sign));
