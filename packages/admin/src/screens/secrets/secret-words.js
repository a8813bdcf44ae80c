import { longtext, text } from '@plinth/plugin/settings';
import { usesOf } from '../../objects/references.js';
import { partsFor } from '../../frame/index.js';

/** @import { ListedSecret } from '@plinth/data' */
/** @import { Setting, SettingsSchema, Values } from '@plinth/plugin' */
/** @import { Request } from '../../types.d.ts' */

export const HERE = '/admin/settings/secrets';

/** @param {string} name */
export const secretUrl = (name) => `${HERE}/${name}`;

/** Whether it has a value that can be used. @param {Request} req @param {Pick<ListedSecret, 'state'>} secret */
export function stateBadge(req, { state }) {
  const style = { set: 'bg-success-lt', empty: 'bg-warning-lt', locked: 'bg-danger-lt' }[state];
  return partsFor(req).badge(req.ctx.t(`admin.secrets.state.${state}`), style);
}

/** What names it. @param {Request} req @param {string} name */
export const usesOfSecret = ({ ctx: { app, catalog } }, name) =>
  usesOf(app, catalog, (reference) => reference.kind === 'secret' && reference.name === name);

const TYPED = { attrs: { spellcheck: 'false' } };

/** The value, which is never shown again. @type {SettingsSchema} */
export const VALUE = [
  text('value', 'admin.secrets.value', { ...TYPED, help: 'admin.secrets.valueHelp', required: true, secret: true }),
];

/** @param {string} help @returns {Setting} */
export const nameSetting = (help) => text('name', 'admin.name', { ...TYPED, help, required: true, max: 63 });

/** @type {SettingsSchema} */
export const ABOUT = [
  text('hosts', 'admin.secrets.hosts', {
    help: 'admin.secrets.hostsHelp',
    attrs: { spellcheck: 'false', placeholder: 'api.example.com' },
  }),
  longtext('description', 'admin.description'),
];

/** @param {Values} values */
export const writtenIn = ({ description = '', hosts = '' }) => ({
  description,
  hosts: hosts.split(/[\s,]+/).filter(Boolean),
});
