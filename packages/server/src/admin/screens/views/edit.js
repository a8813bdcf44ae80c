import { routed } from '../../frame/index.js';
import { editorRoutes } from '../../layout/editor-screen.js';
import { plain } from '../../references.js';

/** @import { SettingsSchema } from '@plinth/plugin' */
/** @import { Request } from '../../types.d.ts' */
/** @import { Draft } from '../../layout/draft.js' */
/** @import { Edited } from '../../layout/editor-screen.js' */

/** One view: its settings and layouts with a live preview. */
export const screen = { path: '/views', title: 'admin.kind.view', routes: routed(editorRoutes('view', editedOf)) };

/** Views that need a row, or other views beside them. */
const ROW_OR_PART = new Set(['show', 'filter']);
/** @type {SettingsSchema} */
const GENERAL = [
  { name: 'label', type: 'text', label: 'admin.label', required: true, max: 80 },
  { name: 'name', type: 'text', label: 'admin.name', required: true, max: 62, help: 'admin.views.nameHelp' },
  { name: 'description', type: 'longtext', label: 'admin.description' },
  { name: 'roles', type: 'roles', label: 'admin.visibleTo', help: 'admin.rolesHelp' },
];

/** @param {Request} req @returns {Edited} */
function editedOf({ params, ctx: { app, catalog } }) {
  const view = catalog.view(params.view);
  const { label, name, description, roles, config, id } = plain(view);
  const template = app.registry.has('viewTemplate', view.template) ? app.registry.viewTemplate(view.template) : null;
  const schema = template?.settings ?? [];
  const settings = { ...config };
  /** @type {Draft['layouts']} */
  const layouts = {};
  for (const { name: layout } of schema.filter(({ type }) => type === 'layout')) {
    layouts[layout] = config[layout] ?? { id: 'root', type: 'stack', children: [] };
    delete settings[layout];
  }
  return {
    ...{ label: label || name, icon: template?.icon ?? 'layout-list', fixed: ['app', 'template', 'table', 'id'] },
    hasMenuButton: !ROW_OR_PART.has(view.template),
    subject: {
      ...{ kind: 'view', name, id, general: GENERAL, settings: schema.filter(({ type }) => type !== 'layout') },
      layouts: schema
        .filter((one) => one.type === 'layout')
        .map((one) => ({ name: one.name, label: one.label ?? one.name })),
      table: view.table && catalog.hasTable(view.table) ? catalog.table(view.table) : null,
      form: ['edit', 'filter'].includes(view.template),
    },
    draft: { general: { label, name, description, roles }, settings, layouts },
    bodyOf: ({
      general: { roles: shown = [], description: text = '', ...general },
      settings: set,
      layouts: drawn,
    }) => ({
      ...plain(view),
      ...general,
      ...{ description: text, roles: shown, config: { ...set, ...drawn } },
    }),
  };
}
