import { currenciesText, fitText, formatChoices, readOdd } from '../../csv-reading.js';

/** @import { App, Form, Request } from '../../types.d.ts' */

/** Types that a column of text can become. */
const NOT_FROM_TEXT = new Set(['file', 'image', 'relation', 'one_to_one', 'many_to_many', 'user']);

/**
 * The columns of a file as the form shows them: the guess, or what was selected.
 *
 * @param {App} app @param {Request} req @param {any} found from csv.inspect() @param {Form | null} form
 */
export function columnChoices(app, req, found, form) {
  const { t } = req.ctx;
  const types = app.registry
    .all('fieldType')
    .filter((type) => !NOT_FROM_TEXT.has(type.name))
    .map((type) => ({ value: type.name, label: t(type.label) }));
  return found.columns.map((/** @type {any} */ column, /** @type {number} */ i) => ({
    index: i,
    header: column.header,
    label: form?.get(`c.${i}.label`) ?? column.label ?? column.header,
    type: form?.get(`c.${i}.type`) ?? column.type,
    guess: column.type,
    attributes: JSON.stringify(column.attributes ?? {}),
    included: form ? form.has(`c.${i}.use`) : true,
    samples: (column.samples ?? []).slice(0, 3),
    field: column.field,
    types,
    formats: formatChoices(req, found, form ? form.get(`c.${i}.format`) : column.format),
    ambiguous: !form && column.ambiguous,
    currency: form?.get(`c.${i}.currency`) ?? column.currencies[0]?.code ?? '',
    fit: form ? null : fitText(req, column, app.registry.fieldType(column.type).label),
    currencies: currenciesText(req, column),
  }));
}

/**
 * The columns to import, for csv.import(). The guess's attributes only apply to the guessed type.
 *
 * @param {App} app @param {Form} form
 */
export function readColumns(app, form) {
  const columns = [];
  for (let i = 0; form.has(`c.${i}.header`); i++) {
    if (!form.has(`c.${i}.use`)) continue;
    const type = form.get(`c.${i}.type`) ?? 'text';
    columns.push({
      header: form.get(`c.${i}.header`),
      field: form.get(`c.${i}.field`) || undefined,
      label: (form.get(`c.${i}.label`) ?? '').trim() || form.get(`c.${i}.header`),
      type: app.registry.fieldType(type).name,
      format: form.get(`c.${i}.format`),
      odd: readOdd(form),
      attributes: {
        ...(type === form.get(`c.${i}.guess`) && parsed(form.get(`c.${i}.attributes`))),
        ...(type === 'money' && { currency: (form.get(`c.${i}.currency`) ?? '').trim().toUpperCase() }),
      },
    });
  }
  return columns;
}

/** @param {string | null} text @returns {Record<string, unknown>} */
function parsed(text) {
  try {
    const value = JSON.parse(text ?? '{}');
    return value && typeof value === 'object' && !Array.isArray(value) ? value : {};
  } catch {
    // Only a tampered form gets here; the type's own defaults are used.
    return {};
  }
}
