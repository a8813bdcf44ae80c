/** @import { View, Values } from '@plinth/plugin' */
/** @import { Scope } from '../../types.d.ts' */
import { Phrase, checkSettings, defineKind, inputInvalid, phrase } from '@plinth/plugin';
import { notFound } from '../../../postgres/errors/not-found.js';
import { checkName } from '../base/check-object.js';
import { described } from '../base/described.js';
import { description, label, roles, table, whenEquals } from '../base/kind-settings.js';
import { checkInside } from '../base/layouts.js';
import { addNeededFields } from '../base/needed-fields.js';
import { checkRoles } from '../base/roles.js';

export const view = defineKind({
  name: 'view',
  plural: 'views',
  label: 'view',
  icon: 'layout-list',
  order: 30,
  schema: [
    label,
    description,
    { name: 'template', type: 'text', required: true },
    table,
    roles,
    { name: 'config', type: 'json', default: {} },
  ],
  prepare: (input, { draft }) => addNeededFields(draft, input),
  check: checkView,
  references(body, walk) {
    const about = body.table ?? null;
    if (body.table) body.table = walk.visit({ kind: 'table', name: body.table, at: 'table' });
    body.roles = walk.roles(body.roles);
    if (!walk.registry.has('viewTemplate', body.template)) {
      walk.visit({ kind: 'definition', definition: 'viewTemplate', name: body.template, at: 'template' });
      return body;
    }
    const { settings } = walk.registry.viewTemplate(body.template);
    body.config = walk.settings(settings, body.config ?? {}, about, 'config');
    return body;
  },
  notFound: (name, known) =>
    notFound('VIEW_NOT_FOUND', phrase`There is no view "${name}"`, {
      hint: (names) => phrase`Views here: ${names}`,
      known,
    }),
  documents: {
    isAlwaysListed: true,
    installed: 40,
    jsonSchema: (schema, registry) => ({
      ...schema,
      allOf: registry
        .all('viewTemplate')
        .map((template) => whenEquals('template', template.name, 'config', template.settings)),
    }),
    inside(object, at, check, registry) {
      if (registry.has('viewTemplate', object.template))
        check.settings(registry.viewTemplate(object.template).settings, object.config ?? {}, `${at}.config`);
    },
    shortened: (object, registry, short) => short({ ...object, config: withDefaults(object, registry) }),
  },
  admin: { area: 'build/views' },
});

/**
 * A view in stored form.
 *
 * @param {Values} input @param {Scope} scope @param {{ id: string, name: string }} [self] the view as it is
 * @returns {{ name: string, body: unknown }}
 */
function checkView(input, { catalog, registry }, self) {
  const name = checkName(view, input, { catalog }, self);
  const template = registry.viewTemplate(String(input.template ?? ''));
  const about = input.table ? catalog.table(String(input.table)).name : null;
  if (template.needsTable && !about)
    throw inputInvalid({ table: phrase`A ${new Phrase(template.label)} view needs a table` });
  const config = checkSettings(template.settings, input.config ?? {}, 'config');
  checkInside(template.settings, config, registry, self);
  return {
    name,
    body: {
      ...described(input, name, catalog),
      template: template.name,
      table: about,
      roles: checkRoles(input.roles, catalog),
      config,
    },
  };
}

/**
 * A view's configuration with the defaults of settings that its template has gained since it was saved, so that a
 * document is the same before and after an installation.
 *
 * @param {View} object @param {Scope['registry']} registry
 */
function withDefaults({ template, config }, registry) {
  if (!registry.has('viewTemplate', template)) return config;
  const given = registry.viewTemplate(template).settings.filter((setting) => setting.default !== undefined);
  return { ...Object.fromEntries(given.map((setting) => [setting.name, setting.default])), ...config };
}
