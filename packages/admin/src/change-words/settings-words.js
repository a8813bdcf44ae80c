/** @import { Setting, SettingsSchema, Row, Values } from '@plinth/plugin' */
/** @import { WordContext } from './value-words.js' */
import { isDeepStrictEqual } from 'node:util';
import { movedOf } from './order.js';
import { valueWords } from './value-words.js';

/** What an entry of a list is called by, as in its form. */
const TITLES = ['label', 'title', 'text', 'name', 'field', 'relation', 'view', 'link'];

/**
 * What changed among settings, a sentence each.
 *
 * @param {SettingsSchema} schema @param {Row} before @param {Row} after
 * @param {WordContext} context @param {string} [of] what they belong to: Heading “Open issues”
 * @returns {string[]}
 */
export function settingsWords(schema, before, after, context, of) {
  return schema.flatMap((setting) => {
    const [old, now] = [before[setting.name], after[setting.name]];
    // A form fills in what was left to the default.
    if (isDeepStrictEqual(old ?? setting.default, now ?? setting.default)) return [];
    if (setting.type === 'list') return listWords(setting, asList(old), asList(now), context);
    if (setting.type === 'layout') return old && now ? context.layoutWords(old, now) : [changed(setting, context, of)];
    return [settingWords(setting, old, now, context, of)];
  });
}

/** @param {unknown} value @returns {Row[]} */
const asList = (value) => (Array.isArray(value) ? value : []);

/** @param {Setting} setting @param {unknown} old @param {unknown} now @param {WordContext} context @param {string} [of] */
function settingWords(setting, old, now, context, of) {
  const { t } = context;
  const name = subject(setting, context, of);
  if (setting.type === 'boolean') return t((now ?? setting.default) ? 'admin.words.on' : 'admin.words.off', { name });
  if (setting.secret) return changed(setting, context, of);
  const before = isEmpty(old) ? '' : valueWords(setting, old, context);
  const after = isEmpty(now) ? '' : valueWords(setting, now, context);
  if (before === null || after === null) return changed(setting, context, of);
  if (after === '') return t('admin.words.emptied', { name, before });
  return before === '' ? t('admin.words.set', { name, after }) : t('admin.words.changed', { name, before, after });
}

/** @param {Setting} setting @param {WordContext} context @param {string} [of] */
const changed = (setting, context, of) => context.t('admin.words.edited', { name: subject(setting, context, of) });

/** @param {Setting} setting @param {WordContext} context @param {string} [of] */
const subject = (setting, { t }, of) => [of, t(setting.label ?? setting.name)].filter(Boolean).join(': ');

/** @param {unknown} value */
const isEmpty = (value) =>
  value === undefined || value === null || value === '' || (asList(value).length === 0 && Array.isArray(value));

/**
 * Entries of a list, such as columns: an entry is known by what it is about, since it has no id.
 *
 * @param {Setting} setting @param {Values[]} before @param {Values[]} after @param {WordContext} context
 */
function listWords(setting, before, after, context) {
  const { t } = context;
  const pairs = paired(before, after);
  const nameOf = (/** @type {Values} */ entry) => entryName(setting, entry, context);
  const old = [...pairs.values()];
  const kept = after.filter((entry) => pairs.has(entry));
  const moved = movedOf(
    before.filter((entry) => old.includes(entry)),
    kept.map((entry) => pairs.get(entry)),
  );
  return [
    ...before.filter((entry) => !old.includes(entry)).map((entry) => t('admin.words.removed', { name: nameOf(entry) })),
    ...after.filter((entry) => !pairs.has(entry)).map((entry) => t('admin.words.added', { name: nameOf(entry) })),
    ...kept.flatMap((entry) =>
      settingsWords(setting.items ?? [], pairs.get(entry) ?? {}, entry ?? {}, context, nameOf(entry)),
    ),
    ...kept
      .filter((entry) => moved.includes(pairs.get(entry)))
      .map((entry) => movedWords(nameOf(entry), after, entry, { nameOf, t })),
  ];
}

/** @param {string} name @param {unknown[]} list @param {unknown} entry @param {{ nameOf(entry: unknown): string, t: WordContext['t'] }} how */
function movedWords(name, list, entry, { nameOf, t }) {
  const at = list.indexOf(entry);
  return at === 0
    ? t('admin.words.movedFirst', { name })
    : t('admin.words.movedAfter', { name, other: nameOf(list[at - 1]) });
}

/** Each new entry with its old one: the same first, then one about the same thing. @param {Values[]} before @param {Values[]} after @returns {Map<unknown, unknown>} */
function paired(before, after) {
  const pairs = new Map();
  const free = new Set(before);
  for (const same of [isDeepStrictEqual, isAbout])
    for (const entry of after) {
      if (pairs.has(entry)) continue;
      const old = [...free].find((one) => same(one, entry));
      if (old === undefined) continue;
      pairs.set(entry, old);
      free.delete(old);
    }
  return pairs;
}

/** @param {Values} one @param {Values} other */
const isAbout = (one, other) =>
  TITLES.slice(4).some((key) => one?.[key] && one[key] === other?.[key]) ||
  (TITLES.slice(4).every((key) => !one?.[key] && !other?.[key]) &&
    TITLES.some((key) => one?.[key] && one[key] === other?.[key]));

/** Column “Status” @param {Setting} setting @param {Values} entry @param {WordContext} context */
function entryName(setting, entry, context) {
  const { t } = context;
  const key = `admin.words.one.${setting.name}`;
  const kind = t(key) === key ? t(setting.label ?? setting.name) : t(key);
  const title = TITLES.find((name) => typeof entry?.[name] === 'string' && entry[name] !== '');
  if (!title) return kind;
  const item = setting.items?.find(({ name }) => name === title);
  return t('admin.words.named', { kind, name: (item && valueWords(item, entry[title], context)) ?? entry[title] });
}
