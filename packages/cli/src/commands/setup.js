import { AppError } from '@plinth/plugin';
import { addUser, describeUser } from '../frame/add-user.js';
import { findStarterApp, installDocument } from '../frame/apps.js';
import { passwordOption, readPassword } from '../frame/read-password.js';
import { withApp } from '../frame/with-app.js';

/** @import { Command } from '../types.d.ts' */

/** @type {Command} */
export const command = {
  name: 'setup',
  summary: 'create the first admin and, optionally, install a starter app, without a browser',
  arguments: ['EMAIL'],
  usage: '[--name NAME] [--app NAME]',
  details: 'Refused if there is an admin already.',
  json: true,
  options: {
    name: { type: 'string', value: 'NAME', summary: 'display name; by default the part of the address before the @' },
    app: { type: 'string', value: 'NAME', summary: 'install this starter app, with sample rows' },
    'password-stdin': passwordOption,
  },
  async run(ctx, { values, positionals: [email] }) {
    const password = await readPassword(ctx, values['password-stdin']);
    const person = { email, name: values.name ?? email.split('@')[0], roles: ['admin'], password };
    const result = await withApp(ctx, async (app, operator) => {
      if (!(await app.data.people.needsFirstAdmin())) {
        throw new AppError('SETUP_DONE', 'This server has its admin already', {
          status: 409,
          hint: 'Add others with plinth create-user --role admin, apps with plinth install-app.',
        });
      }
      // Looked up first: a mistyped name must leave nothing half done. The app comes last, as its sample users may
      // have the address that the admin wants.
      const starter = values.app ? findStarterApp(app, values.app) : null;
      const user = await addUser(app, operator, person);
      const installed = starter ? await installDocument(ctx, app, operator, starter, {}) : null;
      return { user, app: installed?.app ?? null };
    });
    ctx.print(result, ({ user, app }) => [describeUser(user), ...(app ? [`Installed ${app}.`] : [])].join('\n'));
  },
};
