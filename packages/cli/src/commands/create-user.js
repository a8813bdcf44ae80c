import { addUser, describeUser } from '../frame/add-user.js';
import { passwordOption, readPassword } from '../frame/read-password.js';
import { withApp } from '../frame/with-app.js';

/** @import { Command } from '../types.d.ts' */

/** @type {Command} */
export const command = {
  name: 'create-user',
  summary: 'create a user',
  arguments: ['EMAIL'],
  usage: '[--name NAME] [--role ROLE]...',
  json: true,
  options: {
    name: { type: 'string', value: 'NAME', summary: 'display name; by default the part of the address before the @' },
    role: { type: 'string', value: 'ROLE', multiple: true, summary: 'assign this role; can be repeated' },
    'password-stdin': passwordOption,
  },
  async run(ctx, { values, positionals: [email] }) {
    const password = await readPassword(ctx, values['password-stdin']);
    const person = { email, name: values.name ?? email.split('@')[0], roles: values.role ?? [], password };
    ctx.print(await withApp(ctx, (app, operator) => addUser(app, operator, person)), describeUser);
  },
};
