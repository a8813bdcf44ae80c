/** @import { SettingsSchema, Setting } from '@plinth/plugin' */

// Places elements in the builder by keyboard, and fills their settings, by what the registry says of them: a new element
// is covered without a line here.

/** What is chosen where there is a choice: the first of these that is offered, else the first offer. */
const PREFERRED = ['url', 'field', 'go_to', 'things_list', 'url_link'];

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

const PROPS = '[data-bld-props]';

/** @param {any} page a page of the browser, in the builder @param {() => Promise<any>} [stored] the draft as it is stored */
export function elementEditor(page, stored = async () => null) {
  /** Until the builder answers and everything is stored. */
  async function ready() {
    await page.locator('[data-bld-stage][data-ready]').waitFor();
    await page.locator('.bld-status[data-state="saved"]').waitFor();
  }
  /** Changes a control, and waits for what the server makes of it. @param {() => Promise<any>} change */
  async function changed(change) {
    const answer = page.waitForResponse((/** @type {any} */ one) => /properties$/.test(one.url()));
    await change();
    await answer;
    await ready();
  }

  return {
    ready,
    changed,
    /** Publishes, and waits for the word of it. */
    async save() {
      // The page is loaded anew.
      await page.evaluate(() => (document.body.dataset.old = ''));
      await page.locator('[data-bld-publish]:enabled').click();
      await page.locator('body:not([data-old]) [data-adm-toast]').waitFor();
      await ready();
    },
    /** Adds an element at the end of the layout and fills its settings. @param {string} type @param {any} registry */
    async add(type, registry) {
      await page.locator('[data-bld-stage]').focus();
      for (let i = 0; i < 5 && (await page.locator('[data-bld-path] li').count()) > 0; i++)
        await page.keyboard.press('Escape');
      await this.into(type, registry);
      // Child rows are nothing without controls.
      if (registry.element(type).childrenOf) {
        await this.into('form_field', registry);
        await changed(() => page.locator(`${PROPS} [name="node.field"]`).selectOption('what'));
      }
      await this.mend(registry);
    },
    /** Adds an element where the selection is. @param {string} type @param {any} registry */
    async into(type, registry) {
      const state = JSON.parse(await page.locator('#builder-state').textContent());
      const { label, groupLabel } = state.elements.find((/** @type {any} */ one) => one.name === type);
      await page.locator('[data-bld-stage]').focus();
      await page.keyboard.press('/');
      await page.keyboard.type(type);
      const at = await page.locator('.bld-commands [role=option]').evaluateAll(
        // What is used most stands in a group of its own.
        (/** @type {Element[]} */ all, /** @type {string[]} */ [name, ...groups]) =>
          all.findIndex(
            (one) =>
              one.querySelector('span')?.textContent === name &&
              groups.includes(one.closest('[role=group]')?.getAttribute('aria-label') ?? ''),
          ),
        [label, groupLabel, 'Most used'],
      );
      if (at < 0) throw new Error(`${type} is not offered`);
      for (let i = 0; i < at; i++) await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.locator(`${PROPS} form[data-panel^="layout"]`).waitFor();
      await ready();
      await this.fill(registry.element(type).settings);
    },
    /** Parts that came with the element want settings too: the builder says which. @param {any} registry */
    async mend(registry) {
      for (let i = 0; i < 8; i++) {
        await ready();
        const problem = page.locator('[data-bld-problems] button').first();
        if ((await problem.count()) === 0) return;
        await problem.click();
        const id = await page.locator(`${PROPS} form[data-node]`).getAttribute('data-node');
        await this.fill(registry.element(typeOf(await stored(), id)).settings);
      }
      throw new Error(`Still not right: ${await page.locator('[data-bld-problems]').innerText()}`);
    },
    /** @param {SettingsSchema} schema @param {string} [prefix] */
    async fill(schema, prefix = 'node.') {
      for (const setting of schema) await fillOne(page, setting, prefix + setting.name, changed);
    },
  };
}

/** @param {any} value of the draft @param {string} id @returns {string} type of the node */
function typeOf(value, id) {
  if (!value || typeof value !== 'object') return '';
  if (value.id === id && value.type) return value.type;
  return Object.values(value).reduce((found, one) => found || typeOf(one, id), '');
}

/**
 * Runs in the page, once for all that is asked about a control: most of them are left as they are.
 *
 * @param {string} selector
 * @returns {{ value: string, offers: string[] | null } | null} null: it is not there, or not seen
 */
function lookAt(selector) {
  const control = /** @type {any} */ (document.querySelector(selector));
  if (!control?.checkVisibility({ visibilityProperty: true })) return null;
  const offers = [...(control.options ?? [])].map(({ value }) => value);
  return { value: control.value, offers: control.tagName === 'SELECT' ? offers : null };
}

/**
 * @param {any} page @param {Setting} setting @param {string} name of the control
 * @param {(change: () => Promise<any>) => Promise<void>} changed
 */
async function fillOne(page, setting, name, changed) {
  const nested = { fieldView: `${name}.view`, action: `${name}.action`, piece: `${name}.piece` }[
    /** @type {string} */ (setting.type)
  ];
  const selector = `${PROPS} [name="${nested ?? name}"]:not([type="hidden"])`;
  const found = /** @type {ReturnType<typeof lookAt>} */ (await page.evaluate(lookAt, selector));
  if (!found) return;
  const { value, offers } = found;
  if (offers) {
    const wanted = PREFERRED.find((one) => offers.includes(one)) ?? offers.find((one) => one !== '');
    if (!wanted || value === wanted || (value !== '' && !PREFERRED.includes(wanted))) return;
    return changed(() => page.locator(selector).first().selectOption(wanted));
  }
  const sample = SAMPLES[setting.type]?.(setting);
  if (sample === undefined || value !== '') return;
  const control = page.locator(selector).first();
  await changed(async () => {
    await control.fill(sample);
    await control.blur();
  });
}
