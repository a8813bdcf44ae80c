/** @import { Assert, TestKit } from './test-kit.d.ts' */
/** @import { CompiledView, Html, RenderContext, Result, View, ViewTemplate, Values, Row } from '../index.d.ts' */
import { checkSettings } from '../settings/check.js';
import { settingsJsonSchema } from '../settings/json-schema.js';
import { HOSTILE_TEXT, assertCleanMarkup } from './markup.js';
import { sampleRow } from './sample-compiler.js';
import { sampleState, sampleViewCompiler } from './sample-view-compiler.js';

/**
 * The contract of every view template, Plinth's own and those of plugins.
 *
 * @param {ViewTemplate} template @param {TestKit} kit
 * @param {{ config?: Record<string, unknown>, types?: Record<string, string> }} [sample] a configuration to try; types of
 *   the fields in it that are no texts
 * @example viewTemplateContract(calendar, { test, assert }, { config: { dateField: 'due' } });
 */
export function viewTemplateContract(template, { test, assert }, { config = {}, types } = {}) {
  const { name } = template;

  test(`${name}: describes itself`, () => {
    assert.match(name, /^[a-z][a-z0-9_]{0,47}$/);
    for (const key of /** @type {const} */ (['label', 'icon', 'description'])) assert.ok(template[key], key);
    assert.equal(typeof template.needsTable, 'boolean');
  });

  test(`${name}: has settings that a form can be made of`, () => {
    const names = template.settings.map((setting) => setting.name);
    assert.equal(new Set(names).size, names.length, 'settings have different names');
    assert.equal(/** @type {Values} */ (settingsJsonSchema(template.settings)).type, 'object');
    checkSettings(template.settings, config);
  });

  test(`${name}: asks for rows of the same shape by the same spec`, () => {
    const view = compile(template, config, types);
    const { actor } = sampleRow().env;
    for (const id of [null, '7']) {
      const first = view.query(sampleState(id), actor);
      assert.equal(first?.spec, view.query(sampleState(id), actor)?.spec);
      assert.ok((first?.spec.limit ?? 1) <= 500, 'reads an unlimited number of rows');
      const [further, again] = [0, 1].map(() => Object.entries(view.queries?.(sampleState(id), actor) ?? {}));
      for (const [i, [key, query]] of further.entries()) assert.equal(query?.spec, again[i][1]?.spec, key);
    }
  });

  test(`${name}: I7: prints rows, no rows and no answer as clean markup, the same each time`, () => {
    const view = compile(template, config, types);
    for (const id of [null, '7']) {
      for (const result of [null, answer([]), answer([{ id: 7, c1: HOSTILE_TEXT }])]) {
        const markup = print(view, result, id);
        assert.equal(markup, print(view, result, id));
        assertCleanMarkup(markup, assert, name);
        assert.ok(!markup.includes('[object Object]'), 'prints an object');
      }
    }
  });
}

/** @param {ViewTemplate} template @param {Record<string, unknown>} config @param {Record<string, string>} [types] @returns {CompiledView} */
function compile(template, config, types) {
  const view = /** @type {View} */ ({
    id: 'view1',
    name: 'test',
    label: 'Test',
    description: '',
    app: null,
    template: template.name,
    table: template.needsTable ? 'things' : null,
    roles: [],
    config: checkSettings(template.settings, config),
  });
  return template.compile(view, sampleViewCompiler(types));
}

/** @param {Row[]} rows @returns {Result} */
function answer(rows) {
  const next = rows.length > 0 ? 'next' : null;
  const parts = rows.length > 0 ? [{ values: [HOSTILE_TEXT], rows, count: 2, totals: {}, next }] : [];
  return { rows, next, previous: null, totals: null, count: null, parts };
}

/** @param {CompiledView} view @param {Result | null} result @param {string | null} id */
function print(view, result, id) {
  const { env, location } = sampleRow();
  /** @type {RenderContext} */
  const context = { state: sampleState(id), env, form: null, slots: {}, location };
  return /** @type {Html} */ (view.render(result, context)).text;
}
