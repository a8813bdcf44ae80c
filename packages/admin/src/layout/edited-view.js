import { indexNotes } from '../indexes/index-notes.js';
import { plain } from '../objects/references.js';

/** @import { SettingsSchema, Values, View } from '@plinth/plugin' */
/** @import { Request } from '../types.d.ts' */
/** @import { Draft } from './draft.js' */
/** @import { Edited } from './object-screen.js' */

/** Views that need a row, or other views beside them. */
const ROW_OR_PART = new Set(['show', 'filter']);
/** @type {SettingsSchema} */
const GENERAL = [
  { name: 'label', type: 'text', label: 'admin.label', required: true, max: 80 },
  { name: 'name', type: 'text', label: 'admin.name', required: true, max: 62, help: 'admin.views.nameHelp' },
  { name: 'description', type: 'longtext', label: 'admin.description' },
  { name: 'roles', type: 'roles', label: 'admin.visibleTo', help: 'admin.rolesHelp' },
];

/** A stored view to be edited. @param {Request} req @param {string} view its name @returns {Edited} */
export function editedView({ ctx: { app, catalog } }, view) {
  const stored = plain(catalog.view(view));
  const { label, name, id } = stored;
  const template = app.registry.has('viewTemplate', stored.template)
    ? app.registry.viewTemplate(stored.template)
    : null;
  const schema = template?.settings ?? [];
  const draftOf = (/** @type {Values} */ body) => draftOfView(schema, body);
  const bodyOf = (/** @type {Draft} */ { general, settings, layouts }) => {
    const { roles = [], description = '', ...named } = general;
    return /** @type {View} */ ({ ...stored, ...named, description, roles, config: { ...settings, ...layouts } });
  };
  return {
    label: label || name,
    icon: template?.icon ?? 'layout-list',
    fixed: ['app', 'template', 'table', 'id'],
    hasMenuButton: !ROW_OR_PART.has(stored.template),
    subject: {
      kind: 'view',
      name,
      id,
      general: GENERAL,
      settings: schema.filter(({ type }) => type !== 'layout'),
      layouts: schema
        .filter((one) => one.type === 'layout')
        .map((one) => ({ name: one.name, label: one.label ?? one.name })),
      table: stored.table && catalog.hasTable(stored.table) ? catalog.table(stored.table) : null,
      form: ['edit', 'filter'].includes(stored.template),
    },
    draft: draftOf(stored),
    draftOf,
    bodyOf,
    advice: (req, draft, back) => indexNotes(req, bodyOf(draft), { name, back }),
  };
}

/** @param {SettingsSchema} schema of the template @param {Values} body @returns {Draft} */
function draftOfView(schema, { label = '', name, description = '', roles = [], config = {} }) {
  const settings = { ...config };
  /** @type {Draft['layouts']} */
  const layouts = {};
  for (const { name: layout } of schema.filter(({ type }) => type === 'layout')) {
    layouts[layout] = config[layout] ?? { id: 'root', type: 'stack', children: [] };
    delete settings[layout];
  }
  return { general: { label, name, description, roles }, settings, layouts };
}
