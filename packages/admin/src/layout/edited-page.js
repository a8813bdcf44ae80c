import { plain } from '../objects/references.js';

/** @import { SettingsSchema, Values } from '@plinth/plugin' */
/** @import { Request } from '../types.d.ts' */
/** @import { Draft } from './draft.js' */
/** @import { Edited } from './object-screen.js' */

/** @type {SettingsSchema} */
const GENERAL = [
  { name: 'title', type: 'text', label: 'admin.pages.title', required: true, max: 120 },
  { name: 'name', type: 'text', label: 'admin.name', required: true, max: 62, help: 'admin.pages.nameHelp' },
  { name: 'description', type: 'longtext', label: 'admin.description', help: 'admin.pages.descriptionHelp' },
  { name: 'roles', type: 'roles', label: 'admin.visibleTo', help: 'admin.rolesHelp' },
];

/** A stored page to be edited. @param {Request} req @param {string} page its name @returns {Edited} */
export function editedPage({ ctx: { catalog } }, page) {
  const stored = plain(catalog.page(page));
  const { title, name, layout: own, id } = stored;
  /** @param {Values} body @returns {Draft} */
  const draftOf = ({ title: heading, name: called, description = '', roles = [], layout = own }) => ({
    general: { title: heading, name: called, description, roles },
    settings: {},
    layouts: { layout },
  });
  const layouts = [{ name: 'layout', label: 'admin.layout.layout' }];
  return {
    label: title || name,
    icon: 'file-text',
    hasMenuButton: true,
    fixed: ['app', 'id'],
    subject: { kind: 'page', name, id, general: GENERAL, settings: [], layouts, table: null, form: false },
    draft: draftOf(stored),
    draftOf,
    bodyOf: ({ general: { roles: shown = [], description: text = '', ...general }, layouts: drawn }) => ({
      ...stored,
      ...general,
      description: text,
      roles: shown,
      layout: drawn.layout,
    }),
  };
}
