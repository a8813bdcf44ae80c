/** @import { Values } from '@plinth/plugin' */
import { html } from '@plinth/plugin';
import { noErrors, partsFor, routed, saves, shows } from '../../frame/index.js';
import { curlArea, textToCopy } from './text-to-copy.js';
import { triggerOf, triggerPage } from './trigger.js';
import { triggerUrl } from './trigger-words.js';

/** @import { AdminPage, Form, Outcome, Request, Tried } from '../../types.d.ts' */

const SAMPLE = '{ "hello": "world" }';

/** The address of a trigger that a webhook starts: its secret, how it is called, and a call to try it. */
export const screen = {
  path: '/automation',
  title: 'admin.automation.hook',
  first: true,
  routes: routed({
    'GET /:trigger/hook': shows(show),
    'POST /:trigger/hook/secret': saves(renew, show),
    'POST /:trigger/hook/test': saves(test, show),
  }),
};

/** @param {Request} req @returns {Promise<Outcome>} */
async function renew(req) {
  const { app, author } = req.ctx;
  const secret = await app.data.automation.hooks.renewSecret(author, triggerOf(req).id);
  // Shown once, so it is part of this answer.
  return show(req, { form: null, errors: noErrors(), secret });
}

/** @param {Request} req @param {Form} form @returns {Promise<Outcome>} */
async function test(req, form) {
  const { app, author, t } = req.ctx;
  const { id } = triggerOf(req);
  await app.data.automation.hooks.test(author, id, form.get('body') ?? '');
  return { next: triggerUrl(id, 'runs'), said: t('admin.automation.hookCalled') };
}

/** @param {Request} req @param {Tried} tried @returns {Promise<AdminPage>} */
async function show(req, { form: typed, errors, secret }) {
  const { app, actor, t } = req.ctx;
  const { form } = partsFor(req);
  const trigger = triggerOf(req);
  const state = await app.data.automation.hooks.state(actor, trigger.id);
  const url = new URL(`/hook/${state.address}`, app.config.baseUrl).href;
  const { check = 'timed' } = trigger.options;
  const needsSecret = check !== 'none';
  const body = html`<div class="card mb-4"><div class="card-body">
      ${textToCopy(req, 'hook-url', t('admin.automation.hookUrl'), url)}
      ${needsSecret && secretPart(req, state, secret)}
      ${curlPart(req, trigger.options, url, secret)}
      ${state.refused > 0 && html`<p class="text-secondary mb-0">${t('admin.automation.hookRefused', { count: state.refused })}</p>`}
    </div></div>${form({
      action: triggerUrl(trigger.id, 'hook', 'test'),
      submit: t('admin.automation.hookTest'),
      heading: t('admin.automation.hookTestTitle'),
      controls: html`<div class="mb-3"><label class="form-label" for="hook-body">${t('admin.automation.hookBody')}</label>
        <textarea class="form-control font-monospace" id="hook-body" name="body" rows="5" spellcheck="false">${typed?.get('body') ?? SAMPLE}</textarea>
        ${errors.fields.body && html`<div class="text-danger small">${errors.fields.body}</div>`}</div>`,
    })}`;
  return triggerPage(req, { tab: 'hook', body, errors });
}

/** @param {Request} req @param {import('@plinth/data').HookState} state @param {string | undefined} secret */
function secretPart(req, { hasSecret, isLocked, madeAt }, secret) {
  const { t, formats } = req.ctx;
  const { post } = partsFor(req);
  const button = post(
    triggerUrl(triggerOf(req).id, 'hook', 'secret'),
    t(hasSecret ? 'admin.automation.hookRenew' : 'admin.automation.hookMake'),
    { style: hasSecret ? 'btn' : 'btn btn-primary' },
  );
  const made = t('admin.automation.hookSecretMade', { when: madeAt ? formats.relative(madeAt) : '' });
  const known = isLocked ? t('admin.automation.hookLocked') : made;
  const said = hasSecret ? known : t('admin.automation.hookNoSecret');
  return html`<div class="mb-3">${
    secret
      ? html`<div role="status">${textToCopy(req, 'hook-secret', t('admin.automation.hookSecret'), secret)}</div><p class="text-secondary">${t('admin.automation.hookOnce')}</p>`
      : html`<div class="form-label">${t('admin.automation.hookSecret')}</div><p class="text-secondary">${said}</p>`
  }${button}</div>`;
}

/** A call that can be pasted into a terminal. @param {Request} req @param {Values} options @param {string} url @param {string} [secret] */
function curlPart(req, options, url, secret = 'SECRET') {
  const { check = 'timed', header = 'X-Hook-Signature', timeHeader = 'X-Hook-Timestamp', methods = ['POST'] } = options;
  const hmac = (/** @type {string} */ text) =>
    `-H "${header}: $(printf '%s' "${text}" | openssl dgst -sha256 -hmac '${secret}' | sed 's/.* //')"`;
  /** @type {Record<string, string[]>} */
  const headers = {
    timed: [`-H "${timeHeader}: $time"`, hmac('$time.$body')],
    body: [hmac('$body')],
    header: [`-H "${header}: ${secret}"`],
    none: [],
  };
  const start = `body='${SAMPLE}'${check === 'timed' ? '; time=$(date +%s)' : ''}`;
  const call = [
    `curl -X ${methods[0]} '${url}'`,
    `-H 'Content-Type: application/json'`,
    ...headers[check],
    `-d "$body"`,
  ];
  return curlArea(req, 'hook-curl', [start, call.join(' \\\n  ')].join('\n'));
}
