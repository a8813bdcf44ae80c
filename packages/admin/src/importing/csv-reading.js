import { html } from '@plinth/plugin';
import { ALERT } from '../frame/index.js';
import { renderAdmin } from '../frame/page.js';

/** @import { Html, Values } from '@plinth/plugin' */
/** @import { Form, Request } from '@plinth/server/types' */

const DELIMITERS = /** @type {Record<string, string>} */ ({ comma: ',', semicolon: ';', tab: '\t', bar: '|' });

/**
 * How to read a CSV file, if somebody corrected the guess.
 *
 * @param {Request} req with the choice in its query
 * @returns {{ encoding?: string, delimiter?: string, header?: boolean, headLine?: number, skip?: number, comment?: string, sheet?: string }}
 */
export function chosenReading({ query }) {
  const delimiter = DELIMITERS[query.get('delimiter') ?? ''];
  const header = query.get('header');
  const comment = query.get('comment');
  const headLine = numberIn(query, 'headLine');
  const skip = numberIn(query, 'skip');
  // Another sheet begins elsewhere.
  const isSame = (query.get('wasSheet') ?? query.get('sheet')) === query.get('sheet');
  return {
    ...(query.get('encoding') && { encoding: query.get('encoding') ?? undefined }),
    ...(delimiter && { delimiter }),
    ...(header && { header: header === 'yes' }),
    ...(isSame && header !== 'no' && headLine !== undefined && { headLine }),
    ...(isSame && skip !== undefined && { skip }),
    ...(comment !== null && { comment: comment.trim() }),
    ...(query.get('sheet') && { sheet: query.get('sheet') ?? undefined }),
  };
}

/** @param {URLSearchParams} query @param {string} name */
const numberIn = (query, name) => (/^\d{1,7}$/.test(query.get(name) ?? '') ? Number(query.get(name)) : undefined);

/** @param {Request} req @param {Values} found */
const sheetChoice = ({ ctx: { t } }, { sheets, sheet }) => ({
  name: 'sheet',
  label: t('admin.import.sheet'),
  options: sheets.map((/** @type {string} */ name) => ({ value: name, label: name, selected: name === sheet })),
});

/**
 * The form that shows how a file was read and reads it differently. The choice is in the address.
 *
 * @param {Request} req @param {Values} found from csv.inspect() @param {string} action
 * @returns {{ action: string, reading: Html }} the address of the form that follows, and this form
 */
export function readingForm(req, found, action) {
  const { t } = req.ctx;
  const delimiter = Object.keys(DELIMITERS).find((name) => DELIMITERS[name] === found.delimiter);
  /** @param {string} name @param {string[]} values @param {string | undefined} now */
  const choice = (name, values, now) => ({
    name,
    label: t(`admin.csv.${name}`),
    options: values.map((value) => ({ value, label: t(`admin.csv.${name}.${value}`), selected: value === now })),
  });
  const model = {
    action,
    name: req.query.get('name') ?? '',
    controls: [
      ...(found.kind === 'xlsx'
        ? [sheetChoice(req, found)]
        : [
            choice('encoding', found.encodings, found.encoding),
            choice('delimiter', Object.keys(DELIMITERS), delimiter),
          ]),
      choice('header', ['yes', 'no'], found.header ? 'yes' : 'no'),
    ],
    numbers: [
      { name: 'headLine', label: t('admin.csv.headLine'), value: found.headLine ?? '', least: 1 },
      { name: 'skip', label: t('admin.csv.skipLines'), value: found.skip, least: 0 },
    ],
    comment: found.kind === 'csv' ? found.comment : null,
    sheet: found.sheet,
    beginning: found.beginning,
    notes: readingNotes(req, found),
  };
  return {
    action: req.query.size ? `${action}?${req.query}` : action,
    reading: renderAdmin(req, 'start/csv-reading', model),
  };
}

/**
 * The same alone, with why the file can't be read as it was chosen.
 *
 * @param {Request} req @param {Values} found @param {string} action
 */
export const wrongReading = (req, found, action) => ({
  body: html`${ALERT}${readingForm(req, found, action).reading}`,
});

/** What people should know about how the lines were read. @param {Request} req @param {Values} found @returns {string[]} */
function readingNotes({ ctx: { t, formats } }, { short }) {
  if (short.count === 0) return [];
  const lines = short.lines.map((/** @type {number} */ line) => formats.number(line)).join(', ');
  const all = short.count > short.lines.length ? t('admin.import.andMore', { texts: lines }) : lines;
  const said = t('admin.csv.short', { count: short.count, lines: all });
  return short.isLastCut ? [said, t('admin.csv.maybeCut')] : [said];
}

/** What happens to values and rows that don't fit. @param {Form} form @returns {'all-or-nothing' | 'good-rows'} */
export const readMode = (form) => (form.get('mode') === 'all-or-nothing' ? 'all-or-nothing' : 'good-rows');

/** What happens to a cell that does not fit its column. @param {Form} form @returns {'empty' | null} */
export const readOdd = (form) => (form.get('mode') === 'good-cells' ? 'empty' : null);

/**
 * Reports that a column has amounts in more than one currency.
 *
 * @param {Request} req @param {Values} column
 * @returns {string | null}
 */
export function currenciesText({ ctx: { t, formats } }, { currencies }) {
  if (currencies.length < 2) return null;
  const list = currencies.map(
    (/** @type {any} */ { code, sign, count }) => `${code || sign} (${formats.number(count)})`,
  );
  return t('admin.import.currencies', { list: list.join(', ') });
}

/**
 * How the numbers or dates of a column are written, and what is asked about it.
 *
 * @param {Request} req @param {Values} found @param {Values} column
 * @returns {{ formats: { value: string, label: string, selected: boolean }[], question: string | null, mustChoose: boolean }}
 */
export function formatChoices({ ctx: { t, app } }, found, { type, format, ambiguous, question, isSure }) {
  const isDate = ambiguous && app.registry.fieldType(type).traits.value === 'date';
  const mustChoose = isDate && !isSure;
  const none = { value: '', label: t(mustChoose ? 'admin.import.question.choose' : 'admin.csv.format.plain') };
  const known = found.formats.map((/** @type {string} */ value) => ({ value, label: value }));
  const now = mustChoose ? '' : (format ?? '');
  return {
    formats: [none, ...known].map((one) => ({ ...one, selected: one.value === now })),
    question: isDate ? t('admin.import.question', { text: question }) : ambiguous ? t('admin.csv.ambiguous') : null,
    mustChoose,
  };
}
