import { html } from '@plinth/plugin';
import { partsFor, routed, saves, shows } from '../../frame/index.js';
import { sampleInput } from '../functions/example.js';
import { curlArea, textToCopy } from './text-to-copy.js';
import { triggerOf, triggerPage } from './trigger.js';
import { triggerUrl } from './trigger-words.js';

/** @import { AdminPage, Form, Outcome, Request, Tried } from '../../types.d.ts' */

/** How a program calls a trigger by its name, and a call to try it. */
export const screen = {
  path: '/automation',
  title: 'admin.automation.call',
  first: true,
  routes: routed({
    'GET /:trigger/call': shows(show),
    'POST /:trigger/call': saves(test, show),
  }),
};

/** @param {Request} req @param {Form} form @returns {Promise<Outcome>} */
async function test(req, form) {
  const { app, author, t } = req.ctx;
  const trigger = triggerOf(req);
  let input;
  try {
    input = JSON.parse(form.get('body') ?? '');
  } catch {
    return { errors: { status: 422, code: '', message: '', hint: undefined, fields: { body: t('must be JSON') } } };
  }
  await app.data.automation.calls.start(author, trigger, input);
  return { next: triggerUrl(trigger.id, 'runs'), said: t('admin.automation.hookCalled') };
}

/** @param {Request} req @param {Tried} tried @returns {AdminPage} */
function show(req, { form: typed, errors }) {
  const { app, t } = req.ctx;
  const { form } = partsFor(req);
  const { id, name, options } = triggerOf(req);
  const url = new URL(`/api/v1/triggers/${name}`, app.config.baseUrl).href;
  const sample = sampleInput(options.inputs ?? []);
  const curl = [
    `curl -X POST '${url}'`,
    `-H 'Authorization: Bearer TOKEN'`,
    `-H 'Content-Type: application/json'`,
    `-d '${sample.replaceAll("'", "'\\''")}'`,
  ];
  const wrong = Object.values(errors.fields)[0];
  const body = html`<div class="card mb-4"><div class="card-body">
      ${textToCopy(req, 'call-url', t('admin.automation.hookUrl'), url)}
      ${curlArea(req, 'call-curl', curl.join(' \\\n  '))}
      <p class="text-secondary mb-0">${t('admin.automation.callHelp')} <a href="/api/v1/docs">${t('admin.automation.callDocs')}</a></p>
    </div></div>${form({
      action: triggerUrl(id, 'call'),
      submit: t('admin.automation.hookTest'),
      heading: t('admin.automation.hookTestTitle'),
      controls: html`<div class="mb-3"><label class="form-label" for="call-body">${t('admin.automation.hookBody')}</label>
        <textarea class="form-control font-monospace" id="call-body" name="body" rows="5" spellcheck="false">${typed?.get('body') ?? sample}</textarea>
        ${wrong && html`<div class="text-danger small">${wrong}</div>`}</div>`,
    })}`;
  return triggerPage(req, { tab: 'call', body, errors: { ...errors, fields: {} } });
}
