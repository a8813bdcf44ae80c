import { currenciesText, formatChoices, readOdd } from '../../importing/csv-reading.js';
import { columnNote, readAnswer } from '../../importing/csv-note.js';

/** @import { FieldType, Values } from '@plinth/plugin' */
/** @import { App, Form, Request } from '../../types.d.ts' */

/** Whether a column of text can become a field of it. @param {FieldType} type */
const isFromText = ({ traits }) => traits.value !== 'files' && traits.value !== 'reference';

/**
 * The columns of a file as the form shows them: the proposal, or what was selected.
 *
 * @param {App} app @param {Request} req @param {Values} found from csv.inspect() with what was chosen @param {Form | null} form
 */
export function columnChoices(app, req, found, form) {
  const { t } = req.ctx;
  const types = app.registry
    .all('fieldType')
    .filter(isFromText)
    .map((type) => ({ value: type.name, label: t(type.label) }));
  return found.columns.map((/** @type {Values} */ column, /** @type {number} */ i) => {
    const format = formatChoices(req, found, column);
    return {
      index: i,
      header: column.header,
      label: form?.get(`c.${i}.label`) ?? column.label ?? column.header,
      type: column.type,
      seen: column.type,
      guess: form?.get(`c.${i}.guess`) ?? column.type,
      guessFormat: form?.get(`c.${i}.guessFormat`) ?? (format.mustChoose ? '' : (column.format ?? '')),
      attributes: JSON.stringify(column.attributes ?? {}),
      included: form ? form.has(`c.${i}.use`) : true,
      samples: (column.samples ?? []).slice(0, 3),
      field: column.field,
      types,
      ...format,
      currency: form?.get(`c.${i}.currency`) ?? column.currencies[0]?.code ?? '',
      currencies: currenciesText(req, column),
      note: columnNote(req, column, i, form, { asText: true }),
    };
  });
}

/**
 * What somebody chose instead of what was proposed, for csv.inspect(): by header.
 *
 * @param {App} app @param {Form} form
 * @returns {Record<string, { type: string, attributes?: Values, format?: unknown }>}
 */
export function chosenTypes(app, form) {
  /** @type {ReturnType<typeof chosenTypes>} */
  const chosen = {};
  for (let i = 0; form.has(`c.${i}.header`); i++) {
    const get = (/** @type {string} */ name) => form.get(`c.${i}.${name}`) ?? '';
    const type = app.registry.fieldType(get('type') || 'text').name;
    const isNew = type !== (get('seen') || type);
    const isProposed = type === get('guess') && (isNew || get('format') === get('guessFormat'));
    if (isProposed) continue;
    chosen[get('header')] = {
      type,
      ...(type === 'money' && { attributes: currencyOf(get('currency')) }),
      // Another type is read in the format that fits best.
      ...(!isNew && { format: get('format') || null }),
    };
  }
  return chosen;
}

/** Whether the form asks for a type whose exceptions have not been shown. @param {Form} form */
export function asksAnew(form) {
  if (form.has('check')) return true;
  for (let i = 0; form.has(`c.${i}.header`); i++) {
    const seen = form.get(`c.${i}.seen`);
    if (seen && form.has(`c.${i}.use`) && seen !== form.get(`c.${i}.type`)) return true;
  }
  return false;
}

/**
 * The columns to import, for csv.import(). Attributes that were proposed only apply to the type that they were proposed for.
 *
 * @param {App} app @param {Form} form
 */
export function readColumns(app, form) {
  const columns = [];
  for (let i = 0; form.has(`c.${i}.header`); i++) {
    if (!form.has(`c.${i}.use`)) continue;
    const { asText, fixes, odd } = readAnswer(form, i);
    const type = asText ? 'text' : (form.get(`c.${i}.type`) ?? 'text');
    const seen = form.get(`c.${i}.seen`) ?? form.get(`c.${i}.guess`);
    const header = form.get(`c.${i}.header`) ?? '';
    columns.push({
      header,
      field: form.get(`c.${i}.field`) || undefined,
      label: (form.get(`c.${i}.label`) ?? '').trim() || header,
      type: app.registry.fieldType(type).name,
      format: asText ? null : form.get(`c.${i}.format`),
      fixes,
      odd: odd ?? readOdd(form),
      attributes: {
        ...(type === seen && parsed(form.get(`c.${i}.attributes`))),
        ...(type === 'money' && currencyOf(form.get(`c.${i}.currency`) ?? '')),
      },
    });
  }
  return columns;
}

/** @param {string} text */
const currencyOf = (text) => ({ currency: text.trim().toUpperCase() });

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
