import { withApp } from '../frame/with-app.js';

/** @import { Command } from '../types.d.ts' */

/** @type {Command} */
export const command = {
  name: 'invite',
  summary: 'print an invitation link for a new user',
  arguments: ['[EMAIL]'],
  usage: '[--name NAME] [--role ROLE]...',
  details: 'With an address only that person can use the link. It works once, for seven days.',
  json: true,
  options: {
    name: { type: 'string', value: 'NAME', summary: 'suggested name' },
    role: { type: 'string', value: 'ROLE', multiple: true, summary: 'assign this role; can be repeated' },
  },
  async run(ctx, { values, positionals: [email] }) {
    const invitation = await withApp(ctx, async ({ data, config }, operator) => {
      const { token, expiresAt } = await data.people.invite(operator, {
        email,
        name: values.name,
        roles: values.role ?? [],
      });
      return { link: `${config.baseUrl}/auth/invite/${token}`, expiresAt };
    });
    ctx.print(invitation, ({ link, expiresAt }) => `${link}\nIt works once, until ${expiresAt}.`);
  },
};
