import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  AppError,
  checkSettings,
  createFormats,
  errorText,
  inputInvalid,
  phrase,
  readPhrase,
  say,
  storedPhrase,
  translator,
} from '../index.js';

/** @type {Record<string, Record<string, string>>[]} */
const catalogues = [
  { en: { hello: 'Hello {name}', 'rows.one': '{count} row', 'rows.other': '{count} rows', only: 'English' } },
  { de: { hello: 'Hallo {name}', 'rows.one': '{count} Zeile', 'rows.other': '{count} Zeilen' } },
];

describe('translator', () => {
  it('fills placeholders and picks plural forms', () => {
    const t = translator(catalogues, 'de');
    assert.equal(t('hello', { name: 'Ada' }), 'Hallo Ada');
    assert.equal(t('rows', { count: 1 }), '1 Zeile');
    assert.equal(t('rows', { count: 2 }), '2 Zeilen');
  });

  it('falls back to English, then to the text itself', () => {
    const t = translator(catalogues, 'de-AT');
    assert.equal(t('only'), 'English');
    assert.equal(t('Plain text'), 'Plain text');
  });
});

it('keeps a message with its values, and messages among them, as JSON', () => {
  const t = translator(
    [{ de: { 'No {0}: {1}': 'Kein {0}: {1}', 'Try again': 'Noch einmal', '{n} left': 'noch {n}' } }],
    'de',
  );
  const message = phrase`No ${'"{1}"'}: ${phrase`Try again`}`;
  const stored = JSON.parse(JSON.stringify(storedPhrase(message)));
  assert.equal(say(readPhrase(stored), t), 'Kein "{1}": Noch einmal');
  assert.equal(say(readPhrase(storedPhrase('Try again')), t), 'Noch einmal');
});

describe('formats', () => {
  const formats = createFormats({ locale: 'de', timeZone: 'America/New_York', t: (key) => key });

  it('writes numbers and dates the way of the locale', () => {
    assert.equal(formats.number('1234567.5'), '1.234.567,5');
    assert.equal(formats.date('2026-03-01', { dateStyle: 'short' }), '01.03.26');
  });

  it('keeps the day of a date in any zone, and moves a moment into the zone', () => {
    assert.equal(formats.date('2026-01-01', { day: 'numeric', month: 'numeric' }), '1.1.');
    assert.match(formats.dateTime('2026-01-01T01:00:00.000Z'), /31\.12\.2025/);
  });

  it('formats how long ago something was', () => {
    const now = Date.parse('2026-01-02T00:00:00Z');
    assert.equal(formats.relative('2026-01-01T00:00:00Z', now), 'gestern');
    assert.equal(formats.relative('2026-01-01T22:00:00Z', now), 'vor 2 Stunden');
  });

  it('counts days by days, from the day that it is in the zone', () => {
    const evening = Date.parse('2026-01-02T01:00:00Z');
    const said = ['2025-12-31', '2026-01-01', '2026-01-02', '2026-01-09', '2026-03-05'];
    assert.deepEqual(
      said.map((value) => formats.relative(value, evening)),
      ['gestern', 'heute', 'morgen', 'nächste Woche', 'in 2 Monaten'],
    );
  });
});

describe('errors', () => {
  const t = translator(
    [
      {
        de: {
          'There is no {0} "{1}"': '{0} „{1}“ gibt es nicht',
          table: 'Tabelle',
          'Tables here: {0}': 'Tabellen hier: {0}',
          'is required': 'muss ausgefüllt werden',
        },
      },
    ],
    'de',
  );
  const missing = new AppError('TABLE_NOT_FOUND', phrase`There is no ${phrase`table`} "${'{0}'}"`, {
    hint: phrase`Tables here: ${'a, b'}`,
  });

  it('are English for logs, and in the language of the reader', () => {
    assert.equal(missing.message, 'There is no table "{0}"');
    assert.equal(missing.hint, 'Tables here: a, b');
    const { message, hint } = errorText(missing, t);
    assert.deepEqual([message, hint], ['Tabelle „{0}“ gibt es nicht', 'Tabellen hier: a, b']);
  });

  it('stay English where a text is missing', () => {
    assert.equal(errorText(new AppError('OTHER', phrase`A ${1} is odd`), t).message, 'A 1 is odd');
  });

  it('include the messages of fields', () => {
    const error = inputInvalid({ name: 'is required', size: phrase`must be ${3}` });
    assert.deepEqual(/** @type {any} */ (error.details).fields, { name: 'is required', size: 'must be 3' });
    assert.deepEqual(errorText(error, t).fields, { name: 'muss ausgefüllt werden', size: 'must be 3' });
    assert.equal(errorText(error, t).message, 'Name muss ausgefüllt werden; Size must be 3');
  });

  it('say in whole sentences what is wrong with an input, wherever it is', () => {
    const said = (/** @type {Record<string, any>} */ fields) => errorText(inputInvalid(fields), t).message;
    for (const [name, message, whole] of /** @type {const} */ ([
      ['title', 'must be text', 'Title must be text'],
      ['due_date', 'can’t be in the past', 'Due date can’t be in the past'],
      ['choices', 'are there already', 'Choices are there already'],
      ['fields', 'names a field twice', 'Fields names a field twice'],
      ['type', 'A formula must result in text', 'A formula must result in text'],
      ['code', 'gilt nicht', 'Code gilt nicht'],
      ['slot', phrase`holds ${2}`, 'Slot holds 2'],
      ['fields.0.name', 'is required', 'Input "fields.0.name" muss ausgefüllt werden'],
      ['fields.0.name', 'names nothing', 'Input "fields.0.name" names nothing'],
      ['table', 'Choose a table', 'Choose a table'],
      ['name', phrase`"${'x'}" is taken`, '"x" is taken'],
      ['name', phrase`${'x'} is taken`, 'x is taken'],
      ['', 'is required', 'Input "" muss ausgefüllt werden'],
      ['', 'Nothing fits', 'Nothing fits'],
    ]))
      assert.equal(said({ [name]: message }), whole);
    const schema = [{ name: 'label', label: 'Label', type: /** @type {const} */ ('text'), required: true }];
    assert.throws(() => checkSettings(/** @type {any} */ (schema), {}, 'steps.0'), {
      message: 'Input "steps.0.label" is required',
    });
    const parameter = new AppError('QUERY_INVALID', phrase`count must be one of ${'exact, none'}`);
    assert.equal(errorText(parameter, t).message, 'Count must be one of exact, none');
  });
});
