/** @import { Edit } from '../types.d.ts' */
import { phrase } from '@plinth/plugin';
import { checkMenu } from './base/menu.js';
import { list, part, takes } from './base/takes.js';

/** @type {Edit} */
export const edit = {
  name: 'change-menu',
  about: 'Replaces the menu',
  takes: takes({ items: list(part('menuItem')) }),
  summary: () => phrase`Change the menu`,
  plan(draft, input) {
    draft.merge(draft.catalog.menu.id, { items: checkMenu(input.items, draft.catalog) });
  },
};
