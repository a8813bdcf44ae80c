/** @import { Translate, Values } from '@plinth/plugin' */
/** @import { App, Next, Request, Response } from '../../types.d.ts' */
/** @import { TypedForm } from './typed-form.js' */
import { fileURLToPath } from 'node:url';
import { asStorageFull } from '@plinth/data';
import { AppError, Phrase, errorText, inputInvalid, phrase } from '@plinth/plugin';
import { tellOrigin } from './cross-origin.js';
import { contextOf } from './context.js';
import { AnsweredBefore } from '../once/answered-before.js';
import { lingerAfter } from './linger.js';
import { refererPath } from './local-url.js';
import { noteOutage } from './outage-log.js';
import { losesTyped, mayWorkLater, readTyped } from './typed-form.js';

const TEMPLATE = fileURLToPath(new URL('./templates/error.ejs', import.meta.url));

/**
 * The one error handler of the app.
 *
 * @param {App} runtime
 */
export function answerErrors(runtime) {
  // Express knows an error handler by its four parameters.
  return (
    /** @type {unknown} */ error,
    /** @type {Request} */ req,
    /** @type {Response} */ res,
    /** @type {Next} */ _next,
  ) => answerError(runtime, req, res, error);
}

/**
 * Answers a request that failed. Expected errors are shown with their hint; anything else is logged, and only its
 * request id is shown.
 *
 * @param {App} app @param {Request} req @param {Response} res @param {unknown} error
 */
export function answerError(app, req, res, error) {
  if (error instanceof AnsweredBefore) return error.send(res);
  const known = foreseen(error);
  if ((!known || known.status >= 500) && !noteOutage(app.log, known)) {
    app.log.error('request failed', { request: req.ctx?.id, method: req.method, path: req.path, error });
  }
  if (res.headersSent) {
    res.destroy();
    return;
  }
  // Error pages need a language and a shell too.
  req.ctx ??= contextOf(app, req, res);
  const shown = known ?? internal(req.ctx.id);
  if (wantsJson(req) || !losesTyped(req, shown)) return answer(app, req, res, shown, null);
  const { origin } = new URL(app.config.baseUrl);
  void readTyped(req, { origin }).then((typed) => !res.headersSent && answer(app, req, res, shown, typed));
}

/**
 * @param {App} app
 * @param {Request} req
 * @param {Response} res
 * @param {AppError} shown
 * @param {TypedForm | null} typed
 */
function answer(app, req, res, shown, typed) {
  res.removeHeader('content-length');
  if (shown.status === 503 || shown.status === 429) res.setHeader('retry-after', String(retryAfter(shown)));
  if (shown.status === 401 && wantsJson(req)) res.setHeader('www-authenticate', challenge(shown));
  // Refused before the API handled it, for example because of its token: CORS headers are needed here too.
  if (req.ctx && req.path?.startsWith('/api/v1/')) tellOrigin(req);
  // Close the connection instead of reading the rest of a refused body.
  if (!req.complete && hasBody(req) && !req.destroyed) {
    res.setHeader('connection', 'close');
    lingerAfter(req);
  }
  if (wantsJson(req)) return answerProblem(req, res, shown);
  answerPage(app, req, res, shown, typed);
}

/** Node may not have seen the end of a request without a body yet. @param {Request} req */
const hasBody = ({ headers }) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** @param {Request} req */
export function wantsJson(req) {
  // A path that can't be parsed has no canonical spelling.
  if (/^\/(api|fn|hook)\//.test(req.path ?? req.url ?? '')) return true;
  const accept = req.headers.accept ?? '';
  return accept.includes('json') && !accept.includes('text/html');
}

/** @param {unknown} error @returns {AppError | null} */
function foreseen(error) {
  if (error instanceof AppError) return error;
  const full = asStorageFull(error);
  if (full) return full;
  const { status, code } = /** @type {Values} */ (error ?? {});
  // An error of PostgreSQL about a value taken from the URL.
  if (code === '22021') return inputInvalid({}, "Text can't contain the NUL character");
  // The router's own complaint about a path that can't be decoded.
  if (status === 400 && typeof code !== 'string') {
    return new AppError('PATH_INVALID', 'The address is not valid', { status: 400, cause: error });
  }
  return null;
}

/** @param {AppError} error */
function challenge({ code }) {
  return code === 'TOKEN_INVALID' ? 'Bearer realm="Plinth", error="invalid_token"' : 'Bearer realm="Plinth"';
}

/** @param {string | undefined} id */
function internal(id) {
  return new AppError('INTERNAL', phrase`Something went wrong (request ${id ?? 'unknown'})`, {
    status: 500,
    hint: 'Try again. If it happens again, give your administrator the request number: the log has the details',
  });
}

/** @param {AppError} error */
function retryAfter(error) {
  const wanted = /** @type {Values} */ (error.details)?.retryAfter;
  return Number.isFinite(wanted) ? Math.ceil(wanted) : 5;
}

/** @param {Request} req @param {Response} res @param {AppError} error */
function answerProblem(req, res, error) {
  // Without a context, the user's language is unknown.
  const { message, hint, fields } = errorText(error, req.ctx?.t ?? ((key, params) => String(new Phrase(key, params))));
  const details = error.details && typeof error.details === 'object' ? error.details : {};
  const problem = {
    // A page name, not an asset URL.
    type: `urn:plinth:error:${error.code}`,
    title: message,
    detail: [message, hint].filter(Boolean).join('. '),
    status: error.status,
    code: error.code,
    hint,
    request: req.ctx?.id,
    ...details,
    ...('fields' in details ? { fields, messages: undefined } : {}),
  };
  res.json(problem, { status: error.status, type: 'application/problem+json; charset=utf-8' });
}

/**
 * Some codes have a title of their own, since a plugin may use a status such as 409 for anything.
 *
 * @param {AppError} error @param {Translate} t
 */
function titleOf({ code, status }, t) {
  const key = [code, status].map((one) => `error.title.${one}`).find((one) => t.has?.(one));
  return t(key ?? 'error.title.other');
}

/**
 * @param {App} app
 * @param {Request} req
 * @param {Response} res
 * @param {AppError} error
 * @param {TypedForm | null} typed
 */
function answerPage(app, req, res, error, typed) {
  try {
    const { t } = req.ctx;
    const title = titleOf(error, t);
    const model = {
      ...errorText(error, t),
      status: error.status,
      code: error.code,
      request: req.ctx.id,
      home: '/',
      typed,
    };
    const login = error.status === 401 ? `/auth/login?next=${encodeURIComponent(refererPath(req, '/'))}` : null;
    const body = app.views.renderTemplate(TEMPLATE, {
      t,
      title,
      ...model,
      login,
      again: mayWorkLater(req, error) ? req.originalUrl : null,
    });
    res.page({ title, body, status: error.status, bare: true, width: 'narrow' });
  } catch (failure) {
    // The shell itself failed (a broken theme, for example), or the request has no context.
    if (req.ctx) app.log.error('error page failed', { request: req.ctx.id, error: failure });
    res.statusCode = error.status;
    res.setHeader('content-type', 'text/plain; charset=utf-8');
    res.setHeader('cache-control', 'no-store');
    res.end(`${error.status} ${error.message}\n${error.hint ?? ''}\n`);
  }
}
