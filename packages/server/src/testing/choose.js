/**
 * Chooses an entry in a control of a form: in the list that scripts make of it, or in the browser's own.
 *
 * @param {import('playwright-core').Page | import('playwright-core').Locator} root
 * @param {string | RegExp} name of the control
 * @param {string} label of the entry
 */
export async function choose(root, name, label) {
  const exact = typeof name === 'string';
  const control = root.getByLabel(name, { exact }).and(root.locator('select, [role=combobox]')).first();
  const isSelect = await control.evaluate((/** @type {any} */ one) => one.tagName === 'SELECT');
  if (isSelect) return void (await control.selectOption({ label }));
  await control.fill(label);
  await control.locator('xpath=..').getByRole('option', { name: label, exact: true }).click();
}
