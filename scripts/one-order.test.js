import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { programFiles } from './checks/program-files.js';

const root = fileURLToPath(new URL('../', import.meta.url));
const NAMES = '(?:\\w+\\.)?(?:name|label|title|email|path|folder)\\b';

/** What sorts texts in no language, or in that of the machine, and what to use instead. @type {Record<string, RegExp>} */
const FORBIDDEN = {
  'compareTexts: this takes the language of the machine': /\.localeCompare\([^(),]*\)|new Intl\.Collator\(\s*\)/,
  'compareTexts: this sorts by the numbers of letters': /\.(?:sort|toSorted)\(\s*\)/,
  'compareTexts: < compares the numbers of letters': /\.(?:name|label|title)\s*[<>]\s*\w+\.(?:name|label|title)\b/,
  'nameOrder: a column of names sorts by the numbers of letters': new RegExp(
    `orderBy\\(\\[?\\s*\\{?[^)]{0,20}'${NAMES}'|order by (?:[^;\`)]{0,40}, )?(?:lower\\()?${NAMES}|orderByRaw\\([^)]*lower\\(`,
    'i',
  ),
};

/** What people don't see sorted, or what has no language; and why. @type {Record<string, string>} */
const KNOWN = {
  'packages/cli/src/frame/find-command.js': 'names of commands',
  'packages/data/src/people/access/unknown-names.js': 'names in a hint, which are ASCII',
  'packages/data/src/edits/definitions/base/compact.js': 'so that a document is always the same',
  'packages/data/src/edits/definitions/index.js': 'names of edits',
  'packages/data/src/edits/apps/sample-users.js': 'so that a document is always the same',
  'packages/data/src/exchange/backup/database/dump.js': 'so that a backup is always the same',
  'packages/data/src/catalog/model/read-plugin-states.js': 'names of packages',
  'packages/data/src/catalog/ddl/plan.js': 'locks, always in the same order',
  'packages/data/src/edits/definitions/base/field-access.js': 'names of roles, to be compared',
  'packages/data/src/edits/engine/derive.js': 'locks, always in the same order',
  'packages/data/src/rules/expressions/compile-sql.js': 'a list to look into, as the evaluator has it',
  'packages/data/src/gate/feed/signature.js': 'to be compared',
  'packages/data/src/gate/files/file-roles.js': 'to be compared',
  'packages/data/src/automation/functions/create-functions.js': 'to be compared',
  'packages/data/src/catalog/indexes/builder.js': 'whose turn it is',
  'packages/data/src/automation/outbox/action-mail.js': 'to whom a mail goes, which nobody reads as a list',
  'packages/data/src/rules/rights/actors.js': 'to be compared',
  'packages/data/src/people/accounts/read-users.js': 'after nameOrder',
  'packages/data/src/rules/rights/grants.js': 'to be compared',
  'packages/data/src/rules/rights/rights-key.js': 'to be compared',
  'packages/data/src/gate/rows/changes/revert-rows.js': 'to be compared',
  'packages/data/src/gate/rows/compile/label.js': 'after sorted()',
  'packages/data/src/automation/secrets/secrets.js': 'names such as API_KEY',
  'packages/data/src/edits/engine/hash-of.js': 'to be compared',
  'packages/plugin/src/read-definitions.js': 'names of definitions',
  'packages/plugin/src/texts/read-locales.js': 'names of files',
  'packages/builder/src/assets/drafts/people.js': 'ids, which give each person a colour',
  'packages/admin/src/screens.js': 'names of files',
  'packages/admin/src/screens/functions/edit.js': 'names such as API_KEY',
  'packages/server/src/http/assets/asset-index.js': 'names of files',
  'packages/server/src/auth/profile-routes.js': 'names of time zones, which are ASCII',
  'packages/server/src/plugins/manager/contents-hash.js': 'names of files',
  'packages/server/src/plugins/manager/find-plugins.js': 'names of packages',
  'packages/server/src/reload.js': 'to be compared',
  'packages/views/src/texts/end-user.js': 'keys of texts',
  'packages/views/src/view-templates/list/filters/choices.js': 'names of fields, to be compared',
  'plugins/calendar/src/render/agenda.js': 'days',
};

const files = programFiles(root);

const sorts = (/** @type {string} */ text) =>
  Object.entries(FORBIDDEN).flatMap(([instead, pattern]) => (pattern.test(text) ? [instead] : []));

describe('one order', () => {
  it('texts that people read are sorted in the language of the site, in lists of the database and of the program', () => {
    const found = files.flatMap(({ file, text }) =>
      file in KNOWN ? [] : sorts(text).map((instead) => `${file}: use ${instead}`),
    );
    assert.deepEqual(found, [], 'or add it with the reason');
  });

  it('knows no file that needs no mention', () => {
    const all = new Map(files.map(({ file, text }) => [file, text]));
    assert.deepEqual(
      Object.keys(KNOWN).filter((file) => sorts(all.get(file) ?? '').length === 0),
      [],
    );
  });

  it('finds what it is for', () => {
    for (const line of [
      'names.sort()',
      "table.orderByRaw('owner is null, lower(name)')",
      "query.orderBy('name')",
      "query.orderBy(['f.name', 'f.id'])",
      'order by u.name, u.id',
      'order by owner is null, lower(g.label)',
      'rows.sort((a, b) => (a.label < b.label ? -1 : 1))',
      'a.localeCompare(b)',
    ])
      assert.equal(sorts(line).length, 1, line);
    for (const line of [
      'names.sort(compareTexts(locale))',
      "orderByRaw('?, u.id', [k.raw(nameOrder('u.name', catalog()))])",
      'order by v, w',
      'numbers.sort((a, b) => a - b)',
      "query.orderBy('at', 'desc')",
    ])
      assert.equal(sorts(line).length, 0, line);
  });
});
