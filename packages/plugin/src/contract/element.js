/** @import { Assert, TestKit } from './test-kit.d.ts' */
/** @import { Element, Rendered, Setting, SettingsSchema, Values } from '../index.d.ts' */
import { print } from './print.js';
import { checkSettings } from '../settings/check.js';
import { settingsJsonSchema } from '../settings/json-schema.js';
import { sampleCompiler, sampleRow } from './sample-compiler.js';
import { HOSTILE_TEXT, assertCleanMarkup } from './markup.js';

const GROUPS = ['layout', 'content', 'data', 'action'];

/**
 * The contract of every element, Plinth's own and those of plugins.
 *
 * @param {Element} element @param {TestKit} kit
 * @param {{ settings?: Record<string, unknown> }} [sample] settings that its schema requires
 * @example elementContract(callout, { test, assert }, { settings: { text: 'Hello' } });
 */
export function elementContract(element, { test, assert }, { settings = {} } = {}) {
  const { name } = element;

  test(`${name}: describes itself`, () => {
    assert.match(name, /^[a-z][a-z0-9_]{0,47}$/);
    assert.ok(element.label && element.icon, 'label and icon');
    assert.ok(GROUPS.includes(element.group), `group is one of ${GROUPS.join(', ')}`);
    assert.ok(['any', 'row', 'form'].includes(element.scope), 'scope');
    assert.ok(['none', 'any'].includes(String(element.children)) || Array.isArray(element.children), 'children');
  });

  test(`${name}: has settings that a form can be made of`, () => {
    checkSchema(element.settings, assert);
    assert.equal(/** @type {Values} */ (settingsJsonSchema(element.settings)).type, 'object');
    checkSettings(element.settings, settings);
  });

  test(`${name}: prints the same markup for the same row, with and without a row`, () => {
    const rendered = compile(element, settings);
    for (const row of [sampleRow(), { ...sampleRow(), row: null, rowId: null }]) {
      assert.equal(print(rendered, row), print(rendered, row));
      assertCleanMarkup(print(rendered, row), assert, name);
    }
  });

  test(`${name}: I7: keeps hostile texts in its settings as text`, () => {
    const hostile = checkSettings(element.settings, { ...settings, ...hostileTexts(element.settings) });
    const markup = print(compile(element, hostile), sampleRow());
    assertCleanMarkup(markup, assert, name);
  });
}

/** @param {Element} element @param {Record<string, unknown>} settings @returns {Rendered} */
function compile(element, settings) {
  const node = { id: 'node1', type: element.name, settings: checkSettings(element.settings, settings), children: [] };
  return element.compile(node, sampleCompiler());
}

/** @param {SettingsSchema} schema @param {Assert} assert */
function checkSchema(schema, assert) {
  const names = schema.map((setting) => setting.name);
  assert.equal(new Set(names).size, names.length, 'settings have different names');
  for (const setting of schema) {
    assert.ok(setting.label, `${setting.name} has a label`);
    if (setting.of) assert.ok(names.includes(setting.of), `${setting.name}: there is no setting "${setting.of}"`);
    if (setting.showIf) assert.ok(names.includes(setting.showIf.name), `${setting.name}: showIf`);
    checkOptions(setting, assert);
    if (setting.items) checkSchema(setting.items, assert);
  }
}

/** @param {Setting} setting @param {Assert} assert */
function checkOptions(setting, assert) {
  if (setting.type !== 'select' && setting.type !== 'multiselect') return;
  const values = (setting.options ?? []).map((option) => option.value);
  assert.ok(values.length > 0, `${setting.name} has options`);
  if (setting.type !== 'select' || setting.default === undefined) return;
  assert.ok(values.includes(String(setting.default)), `${setting.name}: its default is one of its options`);
}

/** @param {SettingsSchema} schema */
function hostileTexts(schema) {
  const texts = schema.filter(
    (setting) => ['text', 'longtext', 'markdown', 'html'].includes(setting.type) && !setting.pattern,
  );
  return Object.fromEntries(texts.map((setting) => [setting.name, HOSTILE_TEXT]));
}
