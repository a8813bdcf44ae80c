import { VIEWING_AS } from '@plinth/server/http';
import { does, routed } from '../../frame/index.js';

/** @import { Form, Request, Response } from '../../types.d.ts' */

/** Viewing the site as a role or a person. */
export const screen = {
  path: '/view-as',
  title: 'admin.viewAs.title',
  help: 'guide/rights-and-history#explaining-access',
  routes: routed({ 'POST /': does(begin), 'POST /end': does(end) }),
};

/** @param {Request} req @param {Form} form @param {Response} res */
async function begin({ ctx: { app, actor, address, catalog } }, form, res) {
  const who = form.get('who') ?? '';
  const [kind, name] = who.split(':');
  const isKnown =
    kind === 'role'
      ? catalog.roles.some((role) => role.name === name)
      : kind === 'user' && (await app.data.people.users.get(actor, name)) !== null;
  if (!isKnown) return '/admin/access';
  const about = kind === 'user' ? { about: name } : { what: name };
  await app.data.security.add('viewing-as', { by: actor.userId, address, ...about });
  res.cookie(VIEWING_AS, who, { maxAge: 3600 });
  return '/';
}

/** @param {Request} req @param {Form} _form @param {Response} res */
async function end({ ctx: { app, actor, address } }, _form, res) {
  await app.data.security.add('viewing-as-ended', { by: actor.userId, address });
  res.cookie(VIEWING_AS, '', { maxAge: 0 });
  return '/admin/access';
}
