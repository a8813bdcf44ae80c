import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createFormats } from '@plinth/plugin';
import { openSite } from '../../edits/definitions/testing/edit-site.js';

const SYSTEM = { userId: null, roles: [], system: true };
const CLERK = { userId: null, roles: ['clerk'], system: false };
const LOCALES = ['de', 'en', 'fr', 'es', 'pt', 'zh', 'ar', 'ar-EG'];

/** @type {Awaited<ReturnType<typeof openSite>>} */
let site;
before(async () => {
  site = await openSite();
  await site.data.edit(SYSTEM, 'change-settings', { changes: { timeZone: 'Europe/Berlin' } });
  await site.data.edit(SYSTEM, 'add-role', { role: { name: 'clerk', label: 'Clerk', inherits: 'user' } });
  await site.data.edit(SYSTEM, 'add-table', {
    name: 'bills',
    access: { clerk: { read: 'all' } },
    fields: [
      { name: 'title', type: 'text' },
      { name: 'pieces', type: 'integer' },
      { name: 'amount', type: 'money', attributes: { currency: 'EUR' } },
      { name: 'weight', type: 'decimal' },
      { name: 'due', type: 'date' },
      { name: 'secret', type: 'decimal', access: { read: [] } },
    ],
  });
  await site.data.rows.insert(SYSTEM, 'bills', { title: 'Hat', pieces: 1234, amount: '-1234.50', secret: '777.25' });
  await site.data.rows.insert(SYSTEM, 'bills', { title: 'Coat', amount: '1234.50', due: '2026-12-31' });
  await site.data.rows.insert(SYSTEM, 'bills', { title: 'Shoe', weight: '1.234', due: '2026-03-04' });
  await site.data.rows.insert(SYSTEM, 'bills', { title: 'Nr. 1234', pieces: 99 });
});
after(() => site.close());

/** @param {string} q @param {string | undefined} locale @param {any} [actor] */
async function found(q, locale, actor = SYSTEM) {
  const spec = {
    table: 'bills',
    select: [{ as: 'title', field: 'title' }],
    sort: [{ field: 'title' }],
    count: 'exact',
    search: { param: 'q', locale },
  };
  const [{ rows, count }] = await site.data.select(actor, [{ spec: /** @type {any} */ (spec), params: { q } }]);
  assert.equal(Number(count), rows.length);
  return rows.map((/** @type {any} */ { title }) => title);
}

const searches = () => {
  it('finds numbers and dates as each language shows them', async () => {
    const { field } = site.data.catalog().table('bills');
    const { registry } = site.data;
    for (const locale of LOCALES) {
      const formats = createFormats({ locale, timeZone: 'UTC', t: (key) => key });
      const shown = (/** @type {string} */ name, /** @type {unknown} */ value) => {
        const one = field.call(site.data.catalog().table('bills'), name);
        return registry.fieldType(one.type).format(value, one, formats);
      };
      assert.deepEqual(await found(shown('amount', '1234.50'), locale), ['Coat'], `${locale} amount`);
      assert.deepEqual(await found(shown('amount', '-1234.50'), locale), ['Hat'], `${locale} negative amount`);
      assert.deepEqual(await found(shown('weight', '1.234'), locale), ['Shoe'], `${locale} decimal`);
      assert.ok((await found(shown('pieces', 1234), locale)).includes('Hat'), `${locale} whole`);
      const styles = /** @type {const} */ (['short', 'medium', 'long', 'full']);
      const full = /^(de|en|fr|es|pt)/.test(locale) ? styles.slice(1) : locale === 'zh' ? ['medium', 'long'] : [];
      for (const dateStyle of full) {
        const text = formats.date('2026-12-31', /** @type {any} */ ({ dateStyle }));
        assert.deepEqual(await found(text, locale), ['Coat'], `${locale} ${text}`);
      }
      const digits = formats.date('2026-12-31', { year: 'numeric', month: '2-digit', day: '2-digit' });
      assert.deepEqual(await found(digits, locale), ['Coat'], `${locale} ${digits}`);
    }
  });

  it('reads what is written alike by the language of the reader', async () => {
    assert.deepEqual(await found('1.234', 'de'), ['Hat']);
    assert.deepEqual(await found('1.234', 'en'), ['Shoe']);
    assert.deepEqual(await found('04/03/2026', 'fr'), ['Shoe']);
    assert.deepEqual(await found('03/04/2026', 'en'), ['Shoe']);
    assert.deepEqual(await found('04/03/2026', 'en'), []);
    assert.deepEqual(await found('2026-12-31', 'en'), ['Coat']);
  });

  it('still finds words, and both where a text is a number', async () => {
    assert.deepEqual(await found('1234', 'en'), ['Hat', 'Nr. 1234']);
    assert.deepEqual(await found('coat', 'en'), ['Coat']);
    assert.deepEqual(await found('nr 1234', 'en'), ['Nr. 1234']);
    assert.deepEqual(await found('1,234.50', undefined), [], 'without a language only words');
  });

  it('takes what is no number for words: too long, out of range, hostile', async () => {
    for (const q of [
      '9'.repeat(40),
      '1e400',
      '0x10',
      "1' or true --",
      '99999999999999999999',
      '31.02.2026',
      '٣٢/١٣/٢٠٢٦',
      'NaN',
    ])
      assert.deepEqual(await found(q, 'de'), [], q);
  });

  it('Z6: does not find by a field that the reader may not read', async () => {
    assert.deepEqual(await found('777.25', 'en'), ['Hat']);
    assert.deepEqual(await found('777.25', 'en', CLERK), []);
    assert.deepEqual(await found('1,234.50', 'en', CLERK), ['Coat']);
    const palette = await site.data.rows.searchEverywhere(CLERK, '1.234,50', { tables: ['bills'], locale: 'de' });
    assert.deepEqual(
      palette.rows.map((/** @type {any} */ { label }) => label),
      ['Coat'],
    );
  });
};

describe('a search for a number or a day', searches);

describe('the same with a search index', () => {
  before(() => site.data.edit(SYSTEM, 'add-index', { table: 'bills', kind: 'search', fields: ['title'] }));
  searches();
});

it('a day finds the instants of that day in the time zone of the site', async () => {
  await site.data.edit(SYSTEM, 'add-table', { name: 'calls', fields: [{ name: 'at', type: 'date_time' }] });
  for (const at of ['2026-12-30T23:30:00Z', '2026-12-31T22:30:00Z', '2026-12-31T23:30:00Z'])
    await site.data.rows.insert(SYSTEM, 'calls', { at });
  const spec = { table: 'calls', select: [{ as: 'at', field: 'at' }], search: { param: 'q', locale: 'de' } };
  const [{ rows }] = await site.data.select(SYSTEM, [{ spec: /** @type {any} */ (spec), params: { q: '31.12.2026' } }]);
  const found = rows.map((/** @type {any} */ { at }) => new Date(at).toISOString());
  assert.deepEqual(found.sort(), ['2026-12-30T23:30:00.000Z', '2026-12-31T22:30:00.000Z']);
});
