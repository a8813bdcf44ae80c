import { usesOf } from '../../objects/references.js';
import { partsFor } from '../../frame/index.js';

/** @import { ListedSecret } from '@plinth/data' */
/** @import { Secret } from '@plinth/plugin' */
/** @import { Form, Input, Request } from '../../types.d.ts' */

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

/** The value, which is never shown again. @param {boolean} required @returns {Input} */
export const valueInput = (required) => ({
  name: 'value',
  type: 'password',
  label: 'admin.secrets.value',
  help: 'admin.secrets.valueHelp',
  required,
  isNew: true,
  attrs: { autocomplete: 'new-password', spellcheck: 'false' },
});

/** @param {Pick<Secret, 'description' | 'hosts'>} secret @returns {Input[]} */
export const secretInputs = ({ description, hosts }) => [
  {
    name: 'hosts',
    label: 'admin.secrets.hosts',
    help: 'admin.secrets.hostsHelp',
    value: hosts.join(', '),
    attrs: { autocomplete: 'off', spellcheck: 'false', placeholder: 'api.example.com' },
  },
  { name: 'description', type: 'textarea', label: 'admin.description', value: description },
];

/** @param {Form} form */
export const writtenIn = (form) => ({
  description: form.get('description') ?? '',
  hosts: (form.get('hosts') ?? '').split(/[\s,]+/).filter(Boolean),
});
