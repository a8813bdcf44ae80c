/** @import { App, Request } from '../../types.d.ts' */

const GROUPS = ['text', 'number', 'choice', 'time', 'relation', 'file', 'other'];

/**
 * The field types by group, for the picker and for the select of the field screen.
 *
 * @param {App} app @param {Request} req
 * @returns {{ name: string, label: string, types: { name: string, label: string, icon: string }[] }[]}
 */
export function typeGroups(app, { ctx: { t } }) {
  const types = app.registry.all('fieldType');
  return GROUPS.map((name) => ({
    name,
    label: t(`admin.typeGroup.${name}`),
    types: types
      .filter((type) => type.group === name)
      .map((type) => ({ name: type.name, label: t(type.label), icon: type.icon })),
  })).filter((group) => group.types.length > 0);
}
