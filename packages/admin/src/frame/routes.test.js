import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AppError, html } from '@plinth/plugin';
import { does, saves, shows, tries } from './routes.js';

/** Requests and answers as far as these routes look at them. @param {any} handler @param {Record<string, string>} [values] */
async function answer(handler, values = {}) {
  const form = { get: (/** @type {string} */ name) => values[name] ?? null };
  const told = /** @type {any} */ ({});
  const req = { ctx: { t: (/** @type {string} */ key) => key }, form: async () => form };
  const res = {
    redirect: (/** @type {string} */ url) => Object.assign(told, { url }),
    flash: (/** @type {string} */ said, kind = 'success') => Object.assign(told, { said, kind }),
    html: (/** @type {unknown} */ text) => Object.assign(told, { text: String(text) }),
  };
  await handler(req, res, (/** @type {unknown} */ error) => Object.assign(told, { error }));
  return told;
}

const refused = () => {
  throw new AppError('NAME_TAKEN', 'That name is taken', { status: 422, hint: 'Choose another' });
};
const shown = (/** @type {any} */ _req, /** @type {any} */ { form, errors, more }) =>
  html`${form?.get('name')} ${errors.message} ${more}`;

describe('declared routes', () => {
  it('render a screen, and redirect to an address', async () => {
    assert.equal((await answer(shows(() => html`<b>part</b>`))).text, '<b>part</b>');
    assert.equal((await answer(shows(() => '/admin/tables'))).url, '/admin/tables');
  });

  it('show a refused form again with its input', async () => {
    assert.equal((await answer(saves(refused, shown), { name: 'orders' })).text, 'orders That name is taken ');
  });

  it('pass on what a form has loaded', async () => {
    const errors = { status: 422, message: 'No', hint: undefined, fields: {}, code: '' };
    assert.equal((await answer(saves(() => ({ errors, more: '3 rows' }), shown))).text, ' No 3 rows');
  });

  it('confirm on the page that follows', async () => {
    const done = await answer(does(() => ({ next: '/admin/users', said: 'Saved' })));
    assert.deepEqual(done, { url: '/admin/users', said: 'Saved', kind: 'success' });
  });

  it('show a button’s error on its own page', async () => {
    const failed = await answer(tries(refused, () => '/admin/history'));
    assert.deepEqual(failed, { url: '/admin/history', said: 'That name is taken. Choose another', kind: 'danger' });
  });

  it('leave unforeseen errors to the error page', async () => {
    const broken = () => {
      throw new Error('broken');
    };
    for (const handler of [saves(broken, shown), tries(broken, () => '/'), does(broken)])
      await assert.rejects(answer(handler), /broken/);
  });
});
