/** @import { Draft } from './draft.js' */
/** @import { Edit } from './types.d.ts' */
import { AppError, phrase } from '@plinth/plugin';
import { actionsOf } from '../reach/actions-of.js';
import { checkApp } from './base/app-body.js';
import { findApp } from './base/find.js';
import { changed, keysOf } from './base/given.js';
import { existing, part, takes } from './base/takes.js';

/** @type {Edit} */
export const edit = {
  name: 'change-app',
  about: 'Changes the name, label, description or icon of an app, or the tables that its system code reaches',
  takes: takes({ app: existing('app'), changes: part('appChanges') }),
  summary: (input, catalog, changes) => `Change app "${findApp(catalog, input.app).label}" (${keysOf(input, changes)})`,
  plan(draft, input) {
    const { id, taken, ...before } = findApp(draft.catalog, input.app);
    const { name, body } = checkApp(changed(input, before), draft.catalog, id);
    if (input.changes.reach !== undefined && body.reach) requireNoSql(draft, before.name);
    draft.change(id, { name, body: { ...body, ...(taken && { taken }) } });
    if (name === before.name) return;
    const { tables, views, pages, pieces, triggers, workflows, functions, mails } = draft.catalog;
    for (const object of [...tables, ...views, ...pages, ...pieces, ...triggers, ...workflows, ...functions, ...mails])
      if (object.app === before.name) draft.merge(object.id, { app: name });
  },
};

/**
 * SQL reads all tables of apps, so that a limit would not hold for an app that has some.
 *
 * @param {Draft} draft @param {string} app its name @throws {AppError} APP_NEEDS_GRANT
 */
function requireNoSql({ catalog, registry }, app) {
  const { views, pages, pieces, triggers, workflows } = catalog;
  const isSql = (/** @type {{ action: string, config: any }} */ { action, config }) =>
    registry.has('action', action) &&
    registry
      .action(action)
      .takes?.(config ?? {})
      .some(({ right }) => right === 'sql');
  const found = [...views, ...pages, ...pieces, ...triggers, ...workflows].filter(
    (one) => one.app === app && actionsOf(one).some(isSql),
  );
  if (found.length === 0) return;
  const names = found.map((one) => `“${'title' in one ? one.title : one.label}”`).join(', ');
  throw new AppError('APP_NEEDS_GRANT', phrase`This app reads the tables of all apps with SQL: ${names}`, {
    status: 422,
    hint: 'Remove its SQL first, or let it reach all tables',
  });
}
