/** @import { Edit } from './types.d.ts' */
import { checkApp } from './base/app-body.js';
import { findApp } from './base/find.js';
import { changed, keysOf } from './base/given.js';
import { onlyKeys } from './base/names.js';

/** @type {Edit} */
export const edit = {
  name: 'change-app',
  summary: (input, catalog, changes) => `Change app "${findApp(catalog, input.app).label}" (${keysOf(input, changes)})`,
  plan(draft, input) {
    onlyKeys('change-app', input, ['app', 'changes']);
    const { id, ...before } = findApp(draft.catalog, input.app);
    const { name, body } = checkApp(changed(input, before), draft.catalog, id);
    draft.change(id, { name, body });
    if (name === before.name) return;
    const { tables, views, pages } = draft.catalog;
    for (const object of [...tables, ...views, ...pages])
      if (object.app === before.name) draft.merge(object.id, { app: name });
  },
};
