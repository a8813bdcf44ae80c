/** @import { Actor, AppFunction, Catalog, Values } from '@plinth/plugin' */
import { AppError, phrase } from '@plinth/plugin';
import { secretNotFor } from '../http-requests/http-requests.js';
import { reachOfApp, requireReach } from '../../rules/reach/system-of.js';
import { inSiteZone } from '../../rules/rights/index.js';
import { createRedact } from '../secrets/redact.js';
import { createRowOperations } from './row-operations.js';
import { codeOf, namesPower } from '../../edits/apps/powers.js';
import { createMailOperation } from './mail-operation.js';
import { createNotifyOperation } from './notify-operation.js';

/**
 * Where a response goes that comes in parts. `take` resolves once there is room for the next part; `signal`: nobody reads
 * it any more.
 *
 * @typedef {{ take(part: { text: string, head?: { status?: number, type?: string, headers?: Record<string, string> } }): Promise<void>,
 *   signal: AbortSignal }} ResponseStream
 */
/**
 * @typedef {{ fn: AppFunction, caller: Actor, isReadOnly: boolean, within?: import('../../gate/rows/read-within.js').ReadWithin | null,
 *   secrets?: Map<string, string>, stream?: ResponseStream }} Run one call: the function, who called it, whether it may change
 *   anything, the transaction that it reads in, the values that it may read, and where parts of its response go
 */

/** Operations that change nothing here. */
const READING = new Set(['list', 'get', 'aggregate']);

/**
 * What functions ask the server for. Each operation has the rights of the call, which the function can't change.
 *
 * @param {import('./create-functions.js').Context} context
 */
export function createPerform(context) {
  const rowsOn = createRowOperations(context);
  const usual = rowsOn(context.rows.get, context.select);
  const mail = createMailOperation(context);
  const notify = createNotifyOperation(context);

  /**
   * A secret that lists hosts goes to no other, and none follows a redirect elsewhere.
   *
   * @param {Run} run @param {ReturnType<typeof requestOf>} request
   */
  function guarded({ secrets = new Map() }, request) {
    const text = JSON.stringify([request.url, request.headers, request.body]);
    const sent = [...secrets].filter(([, value]) => createRedact([value])(text) !== text);
    const url = URL.parse(String(request.url));
    for (const [name] of sent) {
      const hosts = context.catalog().secrets.find((one) => one.name === name)?.hosts ?? [];
      if (url && hosts.length > 0 && !hosts.includes(url.host) && !hosts.includes(url.hostname))
        throw secretNotFor(name, url.host);
    }
    return { ...request, stays: sent.length > 0 };
  }

  /** @param {Run} run @param {string} op @param {Values} input @returns {Promise<unknown>} */
  return async (run, op, input) => {
    if (op === 'rows') {
      const { table, method, values } = input;
      const rows = run.within ? rowsOn(run.within.get, run.within.select) : usual;
      if (!Object.hasOwn(rows, method)) throw unknown(op);
      if (!READING.has(method)) requireWriting(run);
      return rows[/** @type {keyof typeof rows} */ (method)](
        requireReach(actorOf(context.catalog(), run), context.catalog(), String(table)),
        String(table),
        .../** @type {[unknown, unknown, unknown]} */ (values),
      );
    }
    if (op === 'fetch') {
      requirePower(context.catalog(), run, op);
      return context.outbound.fetch(guarded(run, requestOf(input)));
    }
    if (op === 'secret') return secretOf(run, String(input.name));
    if (op === 'mail') {
      requirePower(context.catalog(), run, op);
      requireWriting(run);
      return mail(run, input);
    }
    if (op === 'notify') {
      requirePower(context.catalog(), run, op);
      requireWriting(run);
      return notify(run, actorOf(context.catalog(), run), input);
    }
    if (op === 'start') {
      requireWriting(run);
      const { workflow, row = null, inputs = {} } = input;
      return {
        id: await context.startWorkflow(
          actorOf(context.catalog(), run),
          { workflow: String(workflow), row, inputs: { ...inputs } },
          reachOfApp(context.catalog(), run.fn.app),
        ),
      };
    }
    throw unknown(op);
  };
}

/** What runs with the rights of the system was still started by somebody. @param {Catalog} catalog @param {Run} run @returns {Actor} */
function actorOf(catalog, { fn, caller }) {
  if (fn.runAs !== 'system') return inSiteZone(caller);
  const { scope: _, reach: __, ...others } = inSiteZone(caller);
  return { ...others, system: true, ...reachOfApp(catalog, fn.app) };
}

/** Links and images of other sites make GET requests too. @param {Run} run */
function requireWriting({ fn, isReadOnly }) {
  if (!isReadOnly) return;
  throw new AppError('FUNCTION_READ_ONLY', phrase`The function "${fn.name}" can't change anything here`, {
    status: 405,
    hint: 'It may, when it is called with POST: not with GET, and not while a row is being saved',
  });
}

/**
 * Code of an installed app has the powers that it names, since those were shown to whoever installed it.
 *
 * @param {Catalog} catalog @param {Run} run @param {import('../../edits/apps/powers.js').Power} power
 * @throws {AppError} APP_OUT_OF_REACH
 */
function requirePower(catalog, { fn }, power) {
  if (!reachOfApp(catalog, fn.app).reach) return;
  const known = (/** @type {string} */ name) => (catalog.hasFunction(name) ? catalog.function(name) : undefined);
  if (namesPower(codeOf(fn, known), power)) return;
  throw new AppError('APP_OUT_OF_REACH', phrase`The function "${fn.name}" may not use plinth.${power}`, {
    status: 403,
    hint: 'Write the name out in its code, so that whoever installs the app can see it',
  });
}

/** @param {Run} run @param {string} name */
async function secretOf({ fn, secrets }, name) {
  const value = fn.secrets.includes(name) ? secrets?.get(name) : undefined;
  if (value !== undefined) return value;
  throw new AppError('SECRET_NOT_FOUND', phrase`The function "${fn.name}" can't read a secret "${name.slice(0, 63)}"`, {
    status: 422,
    hint: 'Tick it in the settings of the function, and check that it has a value',
  });
}

/** @param {Values} input */
function requestOf({ url, method, headers, body, json }) {
  if (json === undefined) return { url, method, headers, body };
  return { url, method, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(json) };
}

/** @param {string} op */
const unknown = (op) => new AppError('FUNCTION_FAILED', phrase`There is no "${op.slice(0, 60)}"`, { status: 422 });
