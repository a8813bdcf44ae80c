/** @import { Actor, Field, Table } from '@plinth/plugin' */
/** @import { Edit } from '../types.d.ts' */
import { inputInvalid, phrase } from '@plinth/plugin';
import { hasNew, optionsWith } from '../../catalog/choices/options-with.js';
import { forbidden } from '../../postgres/errors/row-errors.js';
import { addsChoicesTo } from '../../rules/rights/index.js';
import { findField, findTable } from './base/find.js';
import { TEXT, existing, list, takes } from './base/takes.js';

/**
 * Adds choices to a field. People whose role has the right may do this while they fill in rows.
 *
 * @type {Edit}
 */
export const edit = {
  name: 'add-choices',
  about: 'Adds choices to a select or multi-select field',
  takes: takes({ table: existing('table'), field: existing('field'), choices: list(TEXT) }),
  summary(input, catalog) {
    const table = findTable(catalog, input.table);
    const field = findField(table, input.field);
    const added = input.choices.filter((/** @type {string} */ text) => hasNew(field, [text]));
    return phrase`Add choices "${added.join('", "')}" to "${field.label}" of "${table.label}"`;
  },
  allow(actor, input, catalog) {
    const table = findTable(catalog, input.table);
    if (!addsChoicesTo(actor, table, findField(table, input.field)))
      throw forbidden(phrase`add choices to "${table.label}"`);
  },
  plan(draft, input) {
    const table = findTable(draft.catalog, input.table);
    const field = findField(table, input.field);
    if (!draft.registry.fieldType(field.type).attributes.some((one) => 'entries' in one && one.entries === 'options'))
      throw inputInvalid({ field: 'is not a field with choices' });
    if (!isTexts(input.choices)) throw inputInvalid({ choices: 'must be a list of texts' });
    const { options } = optionsWith(field, input.choices);
    if (options.length === field.attributes.options.length) throw inputInvalid({ choices: 'are there already' });
    draft.merge(field.id, { attributes: { ...field.attributes, options } });
  },
};

/** @param {unknown} given */
const isTexts = (given) => Array.isArray(given) && given.length > 0 && given.every((one) => typeof one === 'string');
