/** @import { Edit } from '../types.d.ts' */
import { checkApp } from './base/app-body.js';
import { part } from './base/takes.js';

/** @type {Edit} */
export const edit = {
  name: 'add-app',
  about: 'Adds an app, which tables, views and pages can belong to',
  takes: part('app'),
  summary: (input) => `Add app "${input.label || input.name}"`,
  plan(draft, input) {
    const { name, body } = checkApp(input, draft.catalog);
    draft.add('app', name, body);
  },
};
