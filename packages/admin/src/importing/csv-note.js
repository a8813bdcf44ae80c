/** @import { Values } from '@plinth/plugin' */
/** @import { Form, Request } from '../types.d.ts' */

const MOST_NAMED = 12;

/**
 * What is to be known of a column before the press: the values that are not of its type, choices made from its values, or that
 * nearly all values are of another type.
 *
 * @param {Request} req @param {Values} column from csv.inspect() @param {number} at its index @param {Form | null} form
 * @param {{ asText: boolean }} options `asText`: the column can be imported as text instead
 * @returns {object | null} model of csv-note.ejs; null: there is nothing to say
 */
export function columnNote(req, column, at, form, { asText }) {
  const { t, app } = req.ctx;
  const label = (/** @type {string} */ type) => t(app.registry.fieldType(type).label);
  const { fit, near, newChoices, attributes } = column;
  const name = `c.${at}`;
  if (fit)
    return {
      ...exceptions(req, fit, { type: label(column.type) }),
      name,
      answers: answersOf(req, name, fit, form, asText),
    };
  if (near) {
    const use = { value: near.type, label: t('admin.import.odd.use', { type: label(near.type) }) };
    return { ...exceptions(req, near.fit, { type: label(near.type) }), name, use };
  }
  if (newChoices.length > 0) {
    const text = t('admin.import.choices.new', { count: newChoices.length, list: listed(req, newChoices) });
    const checked = !form || !form.has(`${name}.header`) || form.has(`${name}.adds`);
    return { name, adds: { text, checked, values: JSON.stringify(newChoices) } };
  }
  if (!asText) return null;
  const options = attributes?.options;
  if (options) {
    const made = {
      count: options.length,
      list: listed(
        req,
        options.map((/** @type {Values} */ one) => one.value),
      ),
    };
    const text = options.length === 0 ? t('admin.import.choices.many') : t('admin.import.choices.made', made);
    return { name, text, use: { value: 'text', label: t('admin.import.choices.text') } };
  }
  const choice = app.registry.all('fieldType').find((type) => type.cell === 'choice');
  if (!column.choices || !choice) return null;
  const text = t('admin.import.choices.ask', { count: column.choices });
  return { name, text, use: { value: choice.name, label: t('admin.import.choices.use') } };
}

/**
 * What the table would refuse of a column because of other rows, before the press.
 *
 * @param {Request} req @param {Values} found what csv.misfits() told, with the columns @param {Values} column
 * @param {{ at: number, form: Form | null, key: string | null }} model key: the field by which lines are matched with rows
 * @returns {object[]} models of csv-note.ejs
 */
export function misfitNotes(req, { misfits }, column, { at, form, key }) {
  const { t, catalog } = req.ctx;
  const name = `c.${at}`;
  const table = catalog.table(req.params.table);
  return misfits
    .filter((/** @type {any} */ { field, kind }) => field === column.field && !(kind === 'taken' && field === key))
    .map((/** @type {any} */ misfit) => {
      const field = table.field(misfit.field);
      const target = field.target && catalog.hasTable(field.target) ? catalog.table(field.target).label : '';
      const note = exceptions(req, misfit, { key: `admin.import.${misfit.kind}`, table: target });
      if (misfit.kind === 'taken') return { ...note, name, help: t('admin.import.taken.help', { field: field.label }) };
      if (misfit.kind !== 'link') return { ...note, name };
      return { ...note, name, answers: answersOf(req, name, misfit, form, false) };
    });
}

/** Required fields that no column fills. @param {Request} req @param {Values} found @returns {string[]} */
export function unfilledFields({ ctx: { t, catalog }, params }, { misfits, columns }) {
  const filled = new Set(columns.map((/** @type {Values} */ one) => one.field));
  const missing = misfits.filter((/** @type {Values} */ one) => one.kind === 'empty' && !filled.has(one.field));
  return missing.map((/** @type {any} */ { field, of, fitting }) =>
    t('admin.import.unfilled', { field: catalog.table(params.table).field(field).label, count: of - fitting }),
  );
}

/**
 * What was answered about the values of a column that are not of its type.
 *
 * @param {Form} form @param {number} at
 * @returns {{ asText: boolean, odd: 'empty' | null, fixes: Record<string, string>, newChoices: string[] }}
 */
export function readAnswer(form, at) {
  const name = `c.${at}`;
  const answer = form.get(`${name}.odd`);
  /** @type {[string, string][]} */
  const fixes = [];
  for (let i = 0; answer === 'fix' && form.has(`${name}.odd.${i}`); i++) {
    const to = (form.get(`${name}.fix.${i}`) ?? '').trim();
    // A value is only emptied by the answer that says so.
    if (to !== '') fixes.push([form.get(`${name}.odd.${i}`) ?? '', to]);
  }
  return {
    asText: answer === 'text',
    odd: answer === 'empty' ? 'empty' : null,
    fixes: Object.fromEntries(fixes),
    newChoices: form.has(`${name}.adds`) ? texts(form.get(`${name}.new`)) : [],
  };
}

/**
 * @param {Request} req @param {any} fit
 * @param {{ key?: string, type?: string, table?: string }} about key: of the text that says what the others are
 */
function exceptions({ ctx: { t, formats } }, fit, { key = 'admin.import.odd', type = '', table = '' }) {
  const count = fit.of - fit.fitting;
  const told = { count, type, table, fitting: formats.number(fit.fitting), of: formats.number(fit.of) };
  return {
    warns: true,
    text: t(key, told),
    more: fit.more ? t('admin.import.odd.more', { count: fit.exceptions.length }) : null,
    values: fit.exceptions.map((/** @type {any} */ { text, count: times, lines }) => ({
      text,
      quoted: text === '' ? '' : t('admin.import.quoted', { text }),
      lines: t(text === '' ? 'admin.import.linesOnly' : 'admin.import.lines', {
        count: times,
        lines: linesOf(t, times, lines),
      }),
    })),
  };
}

/**
 * Numbers of lines: "9, 11 and more".
 *
 * @param {import('@plinth/plugin').Translate} t @param {number} count @param {number[]} lines the first ones
 */
export function linesOf(t, count, lines) {
  const texts = lines.join(', ');
  return count > lines.length ? t('admin.import.andMore', { texts }) : texts;
}

/** @param {Request} req @param {string} name @param {any} fit @param {Form | null} form @param {boolean} asText */
function answersOf({ ctx: { t } }, name, fit, form, asText) {
  const given = form?.get(`${name}.odd`);
  const answers = fit.more ? ['text', 'empty'] : ['fix', 'text', 'empty'];
  const offered = answers.filter((one) => asText || one !== 'text');
  const chosen = offered.includes(given ?? '') ? given : offered[0] === 'empty' ? null : offered[0];
  return {
    options: offered.map((value) => ({ value, label: t(`admin.import.odd.${value}`), checked: value === chosen })),
    fixes: fit.exceptions.map((/** @type {any} */ { text }, /** @type {number} */ i) => ({
      label: t('admin.import.odd.to', { text }),
      value: form?.get(`${name}.odd.${i}`) === text ? form?.get(`${name}.fix.${i}`) : text,
    })),
  };
}

/** @param {Request} req @param {string[]} values */
function listed({ ctx: { t } }, values) {
  // "red, blue" is one of them.
  const named = values.map((one) => (one.includes(',') ? `“${one}”` : one));
  const list = named.slice(0, MOST_NAMED).join(', ');
  return values.length > MOST_NAMED ? t('admin.import.andMore', { texts: list }) : list;
}

/** @param {string | null} json @returns {string[]} */
function texts(json) {
  try {
    const list = JSON.parse(json ?? '[]');
    return Array.isArray(list) ? list.filter((one) => typeof one === 'string') : [];
  } catch {
    // Only a tampered form gets here; no choice is added then.
    return [];
  }
}
