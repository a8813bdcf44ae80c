/** @import { EditModel, Field, FieldView, Html as HtmlType, TypeMatch, Values } from '../index.d.ts' */
/** @import { TestKit } from './test-kit.d.ts' */
import { Html, html } from '../html.js';
import { createFormats } from '../texts/formats.js';
import { checkSettings } from '../settings/check.js';
import { NO_TRAITS } from '../field-types/traits.js';
import { hostileInputs } from './hostile-inputs.js';
import { markupProblems, readTags } from './read-markup.js';

/**
 * @typedef {{ attributes?: Values, values?: readonly unknown[], needed?: Record<string, unknown>, settings?: Record<string, unknown> }} ViewSamples
 */

const HOSTILE_TEXT = `"'><script>alert(1)</script><img src=x onerror=alert(1)>javascript:alert(1)`;

/**
 * The contract of every field view, Plinth's own and those of plugins: safe, well-formed markup for any value, and for
 * controls the name, the id and what assistive technology needs.
 *
 * @param {FieldView} view @param {TestKit} kit
 * @param {ViewSamples} [samples] values of its types, attributes of the field, answers to its needs
 */
export function fieldViewContract(view, { test, assert }, samples = {}) {
  const kinds = view.types === '*' ? [ANY_TEXT] : view.types;
  const field = sampleField(kinds[0], samples.attributes ?? {});
  const settings = { ...requiredSettings(view), ...samples.settings };
  const model = (/** @type {Partial<EditModel>} */ more) =>
    sampleModel(view, field, { needed: samples.needed ?? {}, ...more, settings });

  test(`${view.name}: describes itself`, () => {
    assert.match(view.name, /^[a-z][a-z0-9_]{0,47}$/);
    assert.ok(view.label);
    assert.ok(['show', 'edit', 'filter'].includes(view.mode));
    assert.ok(view.types === '*' || view.types.length > 0);
    for (const need of view.needs?.(field, settings) ?? []) assert.ok(need.name);
    assert.ok([null, 'small', 'large'].includes(view.pictures?.(field, settings) ?? null));
  });

  test(`${view.name}: I7: prints safe and whole markup for any value`, () => {
    const values = [
      null,
      HOSTILE_TEXT,
      [HOSTILE_TEXT],
      { [HOSTILE_TEXT]: HOSTILE_TEXT },
      ...hostileInputs(),
      ...(samples.values ?? []),
    ];
    for (const value of values.filter(isValue)) {
      for (const kind of kinds) {
        const typed = { ...field, ...typeOf(kind) };
        const needed = { ...samples.needed, ...hostileAnswers(view, typed) };
        for (const answers of [samples.needed ?? {}, needed])
          checkPrint(view.render(model({ value, field: typed, needed: answers })), value, assert);
      }
    }
  });

  if (view.mode === 'show')
    test(`${view.name}: prints no link as the content of one`, () => {
      for (const value of [HOSTILE_TEXT, '[a](https://a.example)', ...(samples.values ?? [])])
        for (const kind of kinds) {
          const typed = { ...field, ...typeOf(kind) };
          for (const needed of [samples.needed ?? {}, { ...samples.needed, ...hostileAnswers(view, typed) }]) {
            const printed = view.render(model({ value, field: typed, needed, inLink: true })).text;
            assert.ok(!readTags(printed).some(({ name }) => name === 'a'), `use link(): ${printed.slice(0, 600)}`);
          }
        }
    });
  testDescription(view, { test, assert }, { field, samples, model });
  if (view.mode !== 'show') testControl(view, { test, assert }, { samples, model });
}

/** @typedef {(more: Partial<EditModel>) => EditModel} MakeModel */

/** @param {FieldView} view @param {TestKit} kit @param {{ field: Field, samples: ViewSamples, model: MakeModel }} given */
function testDescription(view, { test, assert }, { field, samples, model }) {
  test(`${view.name}: I7: escapes the label and the options of the field`, () => {
    const attributes = {
      ...samples.attributes,
      options: [{ value: HOSTILE_TEXT, label: HOSTILE_TEXT, colour: HOSTILE_TEXT }],
      currency: HOSTILE_TEXT,
    };
    const hostile = { ...field, label: HOSTILE_TEXT, name: field.name, attributes };
    for (const value of [null, HOSTILE_TEXT, [HOSTILE_TEXT], 5])
      checkPrint(view.render(model({ value, field: hostile })), value, assert);
  });
}

/** @param {FieldView} view @param {TestKit} kit @param {{ samples: ViewSamples, model: MakeModel }} given */
function testControl(view, { test, assert }, { samples, model }) {
  test(`${view.name}: names its control and says when it is wrong`, () => {
    for (const value of [null, ...(samples.values ?? [])]) {
      const printed = view.render(model({ value, error: 'Wrong', describedBy: 'hint error', required: false })).text;
      const tags = readTags(printed);
      const controls = tags.filter(
        (tag) => ['input', 'select', 'textarea'].includes(tag.name) && tag.attributes.type !== 'hidden',
      );
      assert.ok(
        controls.some((tag) => tag.attributes.name === 'sample_name'),
        `a control is named: ${printed}`,
      );
      assert.ok(
        tags.some((tag) => tag.attributes.id === 'sample-id'),
        'the id is in use, for the label',
      );
      const main = controls.filter(
        (tag) => tag.attributes.name === 'sample_name' && tag.attributes['aria-invalid'] === 'true',
      );
      assert.ok(main.length > 0, 'aria-invalid tells that it is wrong');
      assert.ok(
        main.every((tag) => tag.attributes['aria-describedby'] === 'hint error'),
        'aria-describedby names the message',
      );
    }
  });
}

/** @param {HtmlType} printed @param {unknown} value @param {TestKit['assert']} assert */
function checkPrint(printed, value, assert) {
  assert.ok(printed instanceof Html, `gives Html for ${String(JSON.stringify(value)).slice(0, 60)}`);
  assert.deepEqual(markupProblems(printed.text), [], printed.text.slice(0, 600));
}

/** Possible query results: JSON of a realistic size. @param {unknown} value */
function isValue(value) {
  if (typeof value === 'string') return value.length < 60_000;
  if (typeof value === 'number') return Number.isFinite(value);
  return value === null || typeof value === 'boolean' || (typeof value === 'object' && !(value instanceof Date));
}

/** @type {TypeMatch} */
const ANY_TEXT = Object.freeze({ value: 'text' });

/** A type of which a view says that it serves it. @param {TypeMatch} kind @returns {Pick<Field, 'type' | 'traits'>} */
const typeOf = (kind) =>
  typeof kind === 'string'
    ? { type: kind, traits: NO_TRAITS }
    : { type: 'sample', traits: Object.freeze({ ...NO_TRAITS, ...kind }) };

/** @param {TypeMatch} kind @param {Record<string, unknown>} attributes @returns {Field} */
function sampleField(kind, attributes) {
  return {
    id: '0193f7a0-0000-7000-8000-000000000001',
    name: 'sample',
    label: 'Sample',
    description: '',
    ...typeOf(kind),
    attributes,
    required: false,
    unique: false,
    default: null,
    auto: null,
    target: null,
  };
}

/** @param {FieldView} view */
function requiredSettings(view) {
  const required = view.settings.filter((setting) => setting.required);
  return Object.fromEntries(required.map((setting) => [setting.name, setting.default ?? 'sample']));
}

/** @param {FieldView} view @param {Field} field */
function hostileAnswers(view, field) {
  const { value, isMany } = field.traits;
  const answer =
    value === 'files'
      ? { id: HOSTILE_TEXT, name: HOSTILE_TEXT, mime: HOSTILE_TEXT, size: 5 }
      : value === 'reference' && isMany
        ? [{ value: HOSTILE_TEXT, label: HOSTILE_TEXT }]
        : HOSTILE_TEXT;
  const needs = view.needs?.(field, {}) ?? [];
  return Object.fromEntries(
    needs.map((need) => [need.name, 'choices' in need ? [{ value: HOSTILE_TEXT, label: HOSTILE_TEXT }] : answer]),
  );
}

const t = (/** @type {string} */ key) => key;
const formats = createFormats({ locale: 'en', timeZone: 'Europe/Berlin', t });

/**
 * @param {FieldView} view @param {Field} field @param {Partial<EditModel> & { settings: Record<string, unknown> }} more
 * @returns {EditModel}
 */
function sampleModel(view, field, { settings, ...more }) {
  return {
    value: null,
    needed: {},
    field,
    config: checkSettings(view.settings, settings),
    row: {},
    rowId: 1,
    name: 'sample_name',
    id: 'sample-id',
    error: null,
    required: false,
    describedBy: null,
    choicesUrl: '/view/sample/choices?field=sample',
    env: {
      actor: { userId: null, roles: ['public'], system: false },
      formats,
      t,
      fileUrl: (file, variant) =>
        `/files/${encodeURIComponent(typeof file === 'string' ? file : file.id)}${variant ? `?variant=${variant}` : ''}`,
      assetUrl: (path) => `/assets/${path}`,
      viewUrl: (name, state) => `/view/${name}?${new URLSearchParams(/** @type {Values} */ (state ?? {}))}`,
      pageUrl: (name) => `/page/${name}`,
      icon: () => html`<svg class="icon" aria-hidden="true"></svg>`,
      here: '/',
      today: () => '2026-11-22',
    },
    ...more,
  };
}
