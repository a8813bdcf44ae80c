import { routed, tries } from '../../frame/index.js';

/** @import { Form, Outcome, Request } from '../../types.d.ts' */

/** Turns on what a restored site does by itself (the banner above every screen). */
export const screen = {
  path: '/turn-on',
  title: 'admin.frame.turnOn',
  routes: routed({ 'POST /': tries(turnOn, () => '/admin') }),
};

/** @param {Request} req @param {Form} form @returns {Promise<Outcome>} */
async function turnOn({ ctx: { app, author, t } }, form) {
  await app.data.holding.release(author, { catchUp: form.get('catchUp') === 'true' });
  return { next: '/admin', said: t('admin.frame.turnedOn') };
}
