import { plain } from '../references.js';

/** @import { SettingsSchema } from '@plinth/plugin' */
/** @import { Request } from '../types.d.ts' */
/** @import { Edited } from './editor-screen.js' */

/** @type {SettingsSchema} */
const GENERAL = [
  { name: 'title', type: 'text', label: 'admin.pages.title', required: true, max: 120 },
  { name: 'name', type: 'text', label: 'admin.name', required: true, max: 62, help: 'admin.pages.nameHelp' },
  { name: 'description', type: 'longtext', label: 'admin.description', help: 'admin.pages.descriptionHelp' },
  { name: 'roles', type: 'roles', label: 'admin.visibleTo', help: 'admin.rolesHelp' },
];

/** A stored page to be edited. @param {Request} req @param {string} page its name @returns {Edited} */
export function editedPage({ ctx: { catalog } }, page) {
  const stored = catalog.page(page);
  const { title, name, description, roles, layout, id } = plain(stored);
  const layouts = [{ name: 'layout', label: 'admin.layout.layout' }];
  return {
    ...{ label: title || name, icon: 'file-text', hasMenuButton: true, fixed: ['app', 'id'] },
    subject: { kind: 'page', name, id, general: GENERAL, settings: [], layouts, table: null, form: false },
    draft: { general: { title, name, description, roles }, settings: {}, layouts: { layout } },
    bodyOf: ({ general: { roles: shown = [], description: text = '', ...general }, layouts: drawn }) => ({
      ...plain(stored),
      ...general,
      ...{ description: text, roles: shown, layout: drawn.layout },
    }),
  };
}
