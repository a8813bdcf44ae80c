/** @import { EditModel, FieldView } from '@plinth/plugin' */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFormats, html, translator } from '@plinth/plugin';
import { fieldViewContract, sampleTraits, typeAmong } from '@plinth/plugin/contract';
import { texts } from '../../texts/index.js';

/**
 * Tests of one field view: the contract, then what it prints, word by word.
 *
 * @param {FieldView} view
 * @param {{ attributes?: Record<string, any>, values: unknown[], needed?: Record<string, any>, settings?: Record<string, any>,
 *   cases?: [string, Record<string, any>, string][] }} samples
 */
export function viewCases(view, { cases = [], ...samples }) {
  fieldViewContract(view, { test, assert }, samples);
  for (const [sentence, more, expected] of cases) {
    test(`${view.name}: ${sentence}`, () => {
      const attributes = samples.attributes ?? {};
      assert.equal(view.render(sampleModel(view, more, attributes)).text, expected);
    });
  }
}

const t = translator([texts], 'en');

/**
 * @param {FieldView} view
 * @param {Record<string, any>} more
 * @param {Record<string, any>} attributes
 * @returns {EditModel}
 */
export function sampleModel(view, more, attributes = {}) {
  const type =
    view.types === '*' ? 'text' : typeof view.types[0] === 'string' ? view.types[0] : typeAmong([view.types[0]]);
  const { field, ...rest } = more;
  /** @type {any} */
  const model = {
    value: null,
    needed: {},
    config: {},
    row: {},
    rowId: 1,
    name: 'age',
    id: 'f',
    error: null,
    required: false,
    describedBy: null,
    choicesUrl: '/view/x/choices?field=t.age',
    env: {
      t,
      formats: createFormats({ locale: 'en', timeZone: 'Europe/Berlin', t }),
      icon: (/** @type {string} */ name) => html`<svg class="icon icon-${name}"></svg>`,
      fileUrl: (/** @type {any} */ file, /** @type {string} */ variant) =>
        `/files/${file.id}/${file.name}${variant ? `?variant=${variant}` : ''}`,
      assetUrl: (/** @type {string} */ path) => `/assets/${path}`,
      viewUrl: (/** @type {string} */ name, /** @type {any} */ state) => `/view/${name}?${new URLSearchParams(state)}`,
    },
    ...rest,
    field: {
      name: 'age',
      label: 'Sample',
      type,
      attributes: field?.attributes ?? (field ? {} : attributes),
      required: false,
      traits: sampleTraits(field?.type ?? type),
      ...field,
    },
  };
  return model;
}
