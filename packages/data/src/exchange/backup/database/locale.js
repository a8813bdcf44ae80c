import { fixed, join, quoteLiteral } from '../../../postgres/sql/index.js';

const PROVIDERS = /** @type {Record<string, string>} */ ({ c: 'libc', i: 'icu', b: 'builtin' });

/**
 * The locale of a client's database as options of `create database`: in another locale, words that differ here may be
 * equal to an index that takes each only once.
 *
 * @param {import('pg').Client} client
 */
export async function localeOf(client) {
  const { rows } = await client.query(LOCALE);
  const [{ collate, ctype, provider, locale, rules }] = rows;
  const kind = PROVIDERS[provider];
  const options = { locale_provider: kind, lc_collate: collate, lc_ctype: ctype, [`${kind}_locale`]: locale };
  if (rules) options.icu_rules = rules;
  const given = Object.entries(options).filter(([name]) => name !== 'libc_locale');
  return join(
    given.map(([name, value]) => fixed(`${name} ${quoteLiteral(value)}`)),
    ' ',
  );
}

/** Older versions call the locale "daticulocale" or have none (to_jsonb: a column that may be missing). */
const LOCALE = `
  select datcollate as "collate", datctype as ctype, datlocprovider as provider,
         coalesce(to_jsonb(d) ->> 'datlocale', to_jsonb(d) ->> 'daticulocale') as locale, to_jsonb(d) ->> 'daticurules' as rules
    from pg_database d
   where datname = current_database()`;
