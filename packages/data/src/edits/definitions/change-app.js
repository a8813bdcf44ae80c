/** @import { Edit } from '../types.d.ts' */
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
    draft.change(id, { name, body: { ...body, ...(taken && { taken }) } });
    if (name === before.name) return;
    const { tables, views, pages, pieces, triggers, workflows, functions, mails } = draft.catalog;
    for (const object of [...tables, ...views, ...pages, ...pieces, ...triggers, ...workflows, ...functions, ...mails])
      if (object.app === before.name) draft.merge(object.id, { app: name });
  },
};
