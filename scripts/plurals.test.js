import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readLocales } from '../packages/plugin/src/texts/read-locales.js';

/*
 * A number beside a noun: "1 rows" is wrong in each language. Keys have a text for each form of the language (.one, .few,
 * .other …), chosen by `count`; what the code says in plain English has a sentence of its own for one.
 */

const root = fileURLToPath(new URL('../', import.meta.url));
const FORM = /\.(zero|one|two|few|many|other)$/;
const COUNTED = /\{(count|number|max|most|n|days|hours|minutes|all)\}\s+(?:[a-z]+\s+){0,2}?[a-z]+s\b/i;
const PHRASE =
  /\{\d\} (?:more |new |other |different )?(?!(?:is|has|as|does|refuses|needs|calls|redirects)\b)[a-z]+s\b/;

/** Never one, or told for one by another text, each with the reason. */
const NEVER_ONE = {
  'admin.groups.first': 'a limit of the list',
  'admin.import.odd.more': 'a limit of the list',
  'admin.workflow.ed.problems': 'one is told by admin.workflow.ed.problem',
  'admin.workflow.ed.tooMany': 'a limit',
  'admin.workflow.ed.tooDeep': 'a limit',
  'admin.builder.move.elements': 'one is told by its name',
  'auth.invitation.mail': 'the seven days of an invitation',
  'cells.addChoicesMany': 'one is told by cells.addChoicesOne',
  'cells.addRowsMany': 'one is told by cells.addRowsOne',
  'cells.leftOutMany': 'one is told by cells.leftOutOne',
  'cells.notAddedMany': 'one is told by cells.notAddedOne',
  'cells.notSavedMany': 'one is told by cells.notSavedOne',
  'cells.pastedMany': 'one is told by cells.pastedOne',
  'cells.tooManyMany': 'one is told by cells.tooManyOne',
  'deletion.deletedRows': 'several rows that were deleted together',
  'fieldView.stars': 'a rating out of two or more',
  'list.group.cut': 'a limit of the list',
  'settingsForm.options.full': 'a limit',
  'board.tooMany': 'a limit of the board',
  'calendar.tooMany': 'a limit of the calendar',
};

/** Limits in the code are never one. */
const LIMIT = /\b(at most|at least|more than|longer than|within|1 to|than|may take) \{\d\} /i;
/** Said beyond such a limit only. */
const BEYOND = new Set(['The file has {0} columns']);
/** Sentences with a number, and what is said instead of them for one. */
const FOR_ONE = {
  '{0} rows of "{1}" have no value for "{2}", so it can\'t be required':
    'One row of "{0}" has no value for "{1}", so it can\'t be required',
  '{0} values of {1} in "{2}" occur more than once, so it can\'t be unique':
    'One value of {0} in "{1}" occurs more than once, so it can\'t be unique',
  '{0} rows of "{1}" break this rule': 'One row of "{0}" breaks this rule',
  '{0} rows of "{1}" have values of "{2}" that can\'t be kept':
    'One row of "{0}" has a value of "{1}" that can\'t be kept',
  '{0} values of "{1}" in "{2}" can\'t be converted to {3}': 'One value of "{0}" in "{1}" can\'t be converted to {2}',
  '{0} rows of "{1}" still point to rows that no longer exist ({2})':
    'One row of "{0}" still points to a row that no longer exists ({1})',
  '{0} rows match now instead of {1}': 'One row matches now instead of {0}',
  '{0} seconds': '1 second',
  '{0} minutes': '1 minute',
  '{0} hours': '1 hour',
  '{0} days': '1 day',
  '{0} weeks': '1 week',
  '{0} changes': '1 change',
  'Every {0} minutes': 'Every minute',
  'Every {0} hours at minute {1}': 'Every hour at minute {0}',
};

const units = ['packages', 'plugins']
  .flatMap((top) => readdirSync(root + top).map((name) => `${top}/${name}`))
  .filter((unit) => existsSync(`${root}${unit}/locales`))
  .map((unit) => ({ unit, locales: readLocales(new URL(`../${unit}/locales/`, import.meta.url)) }));
const isKey = (/** @type {string} */ text) => /^[a-z]\w*(\.[\w-]+)+$/.test(text);

describe('a number beside a noun', () => {
  it('is told by a key with a form for each plural of the language', () => {
    const wrong = units.flatMap(({ unit, locales }) => unitProblems(locales).map((problem) => `${unit} ${problem}`));
    assert.deepEqual(wrong, []);
  });

  it('is told by a sentence of its own if it is one', () => {
    const said = new Set(units.flatMap(({ locales }) => Object.keys(locales.de ?? {})));
    const phrases = [...said].filter(
      (text) => !isKey(text) && PHRASE.test(text) && !LIMIT.test(text) && !BEYOND.has(text),
    );
    const wrong = phrases.filter((text) => !said.has(FOR_ONE[/** @type {keyof typeof FOR_ONE} */ (text)]));
    assert.deepEqual(wrong, []);
  });

  it('has no exception that is needed no more', () => {
    const english = Object.assign({}, ...units.map(({ locales }) => locales.en ?? {}));
    assert.deepEqual(
      Object.keys(NEVER_ONE).filter((key) => !(key in english)),
      [],
    );
  });

  it('is found where a text lacks a form', () => {
    const en = { 'a.rows': 'Delete {count} rows', 'a.days.one': '{count} day', 'a.days.other': '{count} days' };
    const ar = { 'a.days.one': 'a', 'a.days.other': 'b' };
    assert.deepEqual(unitProblems({ en, ar }), [
      'en: a.rows has no plurals',
      ...['few', 'many', 'two', 'zero'].map((form) => `ar: a.days.${form} is missing`),
    ]);
    for (const text of ['{0} days', '{0} rows of "{1}" break this rule']) assert.ok(PHRASE.test(text));
    assert.ok(!PHRASE.test('{0} is there') && LIMIT.test('must have at most {0} characters'));
  });
});

/** @param {Record<string, Record<string, string>>} locales of one package */
function unitProblems({ en = {}, ...others }) {
  const bases = new Set(Object.keys(en).flatMap((key) => (FORM.test(key) ? [key.replace(FORM, '')] : [])));
  const plain = Object.entries(en)
    .filter(([key, text]) => isKey(key) && !bases.has(key.replace(FORM, '')) && COUNTED.test(text))
    .filter(([key]) => !(key in NEVER_ONE))
    .map(([key]) => `en: ${key} has no plurals`);
  const lacking = Object.entries({ en, ...others }).flatMap(([language, texts]) => {
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    return [...bases]
      .filter((base) => isCounted(base, en) && Object.keys(texts).some((key) => key.replace(FORM, '') === base))
      .flatMap((base) => forms.map((form) => `${base}.${form}`))
      .filter((key) => !(key in texts))
      .sort()
      .map((key) => `${language}: ${key} is missing`);
  });
  return [...plain, ...lacking];
}

/** Both forms of English; `.one` alone can be the name of a thing. @param {string} base @param {Record<string, string>} en */
const isCounted = (base, en) => `${base}.one` in en && `${base}.other` in en;
