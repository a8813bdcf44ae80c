/** @import { App, Request, Response } from '../../types.d.ts' */
import { AppError, phrase } from '@plinth/plugin';
import { verifyCall } from '@plinth/data';
import { createForm } from '../../http/body/form.js';
import { parseJson } from '../../http/body/json-body.js';
import { contentType, readBody } from '../../http/body/read-body.js';
import { createRouter } from '../../http/requests/router.js';

/**
 * /hook/:address: other systems start triggers. An address that is unknown, or turned off, is treated like a missing page;
 * nothing of a call is stored before its signature was checked.
 *
 * @param {App} app
 */
export function hookRoutes(app) {
  const router = createRouter();
  const { hooks } = app.data.automation;
  router.all('/:address', async (req, res) => {
    const hook = await hooks.find(req.params.address);
    if (!hook) return refuse(app, req, notFound());
    const { trigger, secret } = hook;
    const { methods = ['POST'], maxKb = 256, answer = 'now' } = trigger.options;
    if (!methods.includes(req.method)) throw methodNotAllowed(res, methods.join(', '));
    const raw = await readBody(req, maxKb * 1024);
    const headers = headersOf(req);
    const verified = verifyCall(trigger.options, secret, { headers, raw });
    if (!verified) {
      await hooks.refuse(trigger);
      return refuse(app, req, notSigned());
    }
    await hooks.limit(trigger);
    const call = { method: String(req.method), ...bodyOf(req, raw), query: Object.fromEntries(req.query), headers };
    const run = await hooks.start(trigger, call, verified.proof);
    const state = answer === 'done' ? await hooks.ended(run) : 'waiting';
    res.json({ run, state }, { status: state === 'waiting' ? 202 : state === 'done' ? 200 : 500 });
  });
  return router;
}

/** Guessing is limited like forms of visitors. @param {App} app @param {Request} req @param {AppError} error @returns {Promise<never>} */
async function refuse(app, req, error) {
  if (app.config.visitorLimit > 0) await app.data.people.limitRequests(req.ctx.address, app.config.visitorLimit);
  throw error;
}

/** @param {Request} req @returns {Record<string, string>} */
const headersOf = ({ headers }) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]));

/** JSON and forms are read; anything else is text. @param {Request} req @param {Buffer} raw */
function bodyOf(req, raw) {
  const text = raw.toString('utf8');
  const type = contentType(req);
  if (type === 'application/json' || /^application\/[\w.-]+\+json$/.test(type))
    return { text, body: text === '' ? null : parseJson(text) };
  if (type !== 'application/x-www-form-urlencoded') return { text };
  return { text, body: createForm([...new URLSearchParams(text)], []).values };
}

const notFound = () => new AppError('HOOK_NOT_FOUND', 'There is no webhook at this address', { status: 404 });

const notSigned = () =>
  new AppError('HOOK_NOT_SIGNED', 'The signature or secret of this call is missing or wrong', {
    status: 401,
    hint: 'Check the secret, the header and the clock of the caller',
  });

/** @param {Response} res @param {string} allowed */
function methodNotAllowed(res, allowed) {
  res.setHeader('allow', allowed);
  return new AppError('METHOD_NOT_ALLOWED', 'This address does not support this method', {
    status: 405,
    hint: phrase`It supports ${allowed}`,
  });
}
