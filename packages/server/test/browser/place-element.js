/** @import { SettingsSchema, Setting } from '@plinth/plugin' */

// Places elements through the layout editor as a person does, by what the registry says of them: a new element is
// covered without a line here.

/** What is chosen where there is a choice: the first of these that is offered, else the first offer. */
const PREFERRED = ['url', 'field', 'go_to', 'things_list', 'url_link'];

const DRAFT = '#editor [name=draft]';

/** @type {Partial<Record<Setting['type'], (setting: Setting) => string>>} */
const SAMPLES = {
  text: ({ name, pattern }) => (pattern ? 'a' : `Words for ${name}`),
  longtext: ({ name }) => `Words for ${name}`,
  markdown: ({ name }) => `**Words** for ${name}`,
  html: () => '<p>Words for html</p>',
  icon: () => 'star',
  url: () => '/page/board',
  expression: ({ result }) => (result === 'bool' ? 'true' : '"Words for an expression"'),
  integer: ({ min, max }) => String(Math.min(max ?? 6, Math.max(min ?? 1, 6))),
};

/** @param {any} page a page of the browser, on an editor */
export function elementEditor(page) {
  /** Presses a button of the editor, and waits for what it draws anew. @param {any} button */
  async function step(button) {
    const idle = () => !document.querySelector('.htmx-request');
    await page.waitForFunction(idle);
    // What is drawn anew loses the mark.
    await page.locator(DRAFT).evaluate((/** @type {any} */ one) => one.setAttribute('data-old', ''));
    await button.click();
    await page.locator(`${DRAFT}:not([data-old])`).waitFor({ state: 'attached' });
    await page.waitForFunction(idle);
  }
  const refresh = () => step({ click: () => page.locator('[data-adm-refresh]').dispatchEvent('click') });

  return {
    step,
    refresh,
    /** Saves, and says what the editor answered if it didn't. */
    async save() {
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.waitForURL(/panel=/).catch(async (/** @type {Error} */ error) => {
        const answer = await page.locator('main').innerText();
        throw new Error(`Not saved at ${page.url()}:\n${answer}`, { cause: error });
      });
    },
    /** Adds an element at the end of the layout and fills its settings. @param {string} type @param {any} registry */
    async add(type, registry) {
      const chosen = typeOf(
        await draftOf(page),
        await page.locator('.adm-editor-form > input[name="node"]').inputValue(),
      );
      if (registry.element(chosen).children !== 'none') await step(page.locator('.adm-tree-node').first());
      await this.into(type, registry);
      // Child rows are nothing without controls.
      if (registry.element(type).childrenOf) await this.into('form_field', registry);
      await this.mend(registry);
    },
    /** Adds an element to the chosen one. @param {string} type @param {any} registry */
    async into(type, registry) {
      await page.locator('.adm-palette summary').click();
      await step(page.locator(`.adm-palette button[value="add:${type}"]`));
      await this.fill(registry.element(type).settings);
    },
    /** Parts that came with the element want settings too: the editor says which. @param {any} registry */
    async mend(registry) {
      for (let i = 0; i < 8; i++) {
        const problem = page.locator('.adm-editor-form .alert-warning button[value^="select:"]').first();
        if ((await problem.count()) === 0) return;
        await step(problem);
        const id = await page.locator('.adm-editor-form > input[name="node"]').inputValue();
        await this.fill(registry.element(typeOf(await draftOf(page), id)).settings);
      }
      throw new Error(`Still not right: ${await page.locator('.adm-editor-form .alert-warning').innerText()}`);
    },
    /** @param {SettingsSchema} schema @param {string} [prefix] */
    async fill(schema, prefix = 'node.') {
      let typed = false;
      for (const setting of schema) {
        const done = await fillOne(page, setting, prefix + setting.name);
        // What is chosen decides what else there is to say.
        if (done === 'chosen') await refresh();
        typed ||= done === 'typed';
      }
      if (typed) await refresh();
    },
  };
}

/** @param {any} page */
export const draftOf = async (page) =>
  JSON.parse(await page.locator('.adm-editor-form > input[name="draft"]').inputValue());

/** @param {any} value of the draft @param {string} id @returns {string} type of the node */
function typeOf(value, id) {
  if (!value || typeof value !== 'object') return '';
  if (value.id === id && value.type) return value.type;
  return Object.values(value).reduce((found, one) => found || typeOf(one, id), '');
}

/**
 * @param {any} page @param {Setting} setting @param {string} name of the control
 * @returns {Promise<'typed' | 'chosen' | null>}
 */
async function fillOne(page, setting, name) {
  const nested = { fieldView: `${name}.view`, action: `${name}.action`, piece: `${name}.piece` }[
    /** @type {string} */ (setting.type)
  ];
  const control = page.locator(`[name="${nested ?? name}"]:not([type="hidden"])`).first();
  if ((await control.count()) === 0 || !(await control.isVisible())) return null;
  const isSelect = await control.evaluate((/** @type {any} */ one) => one.tagName === 'SELECT');
  const value = await control.inputValue();
  if (isSelect) {
    const offers = await control
      .locator('option')
      .evaluateAll((/** @type {any[]} */ all) => all.map((one) => one.value));
    const wanted =
      PREFERRED.find((one) => offers.includes(one)) ?? offers.find((/** @type {string} */ one) => one !== '');
    if (!wanted || value === wanted || (value !== '' && !PREFERRED.includes(wanted))) return null;
    await control.selectOption(wanted);
    return 'chosen';
  }
  const sample = SAMPLES[setting.type]?.(setting);
  if (sample === undefined || value !== '') return null;
  await control.fill(sample);
  return 'typed';
}
