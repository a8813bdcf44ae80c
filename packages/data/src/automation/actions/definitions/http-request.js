/** @import { HttpAnswer, HttpRequest, Table, Values } from '@plinth/plugin' */
import { AppError, defineAction, phrase } from '@plinth/plugin';
import { HTTP_SETTINGS, requestOf } from './base/http-settings.js';

/** A day, in seconds. */
const LONGEST_WAIT = 86_400;
const LONGEST_MESSAGE = 500;

/** Calls another service. */
export const httpRequest = defineAction({
  name: 'http_request',
  order: 76,
  label: 'action.http_request.label',
  help: 'action.http_request.help',
  group: 'code',
  icon: 'world-upload',
  needsRow: false,
  outside: true,
  takes: ({ url = '' }) => [{ right: 'hosts', what: hostIn(url) }],
  settings: HTTP_SETTINGS,
  async run({ config, table, id, rows, http, text, key }) {
    const answer = await http.send(requestOf(config, key));
    if (!accepts(config.accept, answer.status)) throw refused(answer, new URL(answer.url).host);
    /** @type {{ field: string, path?: string }[]} */
    const fields = config.fields ?? [];
    if (fields.length > 0 && table && id !== null) {
      const values = fields.map(({ field, path = '' }) => [field, valueFor(table, field, partOf(answer, path))]);
      await rows.update(table.name, id, Object.fromEntries(values));
    }
    const shown = config.show === 'answer' ? shownAs(partOf(answer, config.showPath ?? '')) : '';
    const message = config.show === 'text' ? await text(config.message ?? '') : shown;
    const value = answer.json ?? answer.body;
    return { value, ...(message && { message: message.slice(0, LONGEST_MESSAGE) }) };
  },
});

/** The host that an address surely goes to; `*`: any. @param {string} url with expressions */
const hostIn = (url) => /^https?:\/\/([a-z0-9.-]+(?::\d+)?)(?=[/?#]|$)/i.exec(url)?.[1].toLowerCase() ?? '*';

/** @param {string | undefined} ranges such as "200-299, 404" @param {number} status */
function accepts(ranges, status) {
  return (ranges || '200-299').split(',').some((range) => {
    const [first, last = first] = range.split('-').map(Number);
    return status >= first && status <= last;
  });
}

/** @param {HttpAnswer} answer @param {string} host */
function refused({ status, headers, body }, host) {
  const seconds = secondsUntil(headers['retry-after']);
  return new AppError('HTTP_STATUS', phrase`${host} answered with status ${status}`, {
    // Failures that a retry may fix keep a status that says so.
    status: status === 429 ? 429 : status >= 500 ? 502 : 422,
    details: { answer: body.slice(0, LONGEST_MESSAGE), ...(seconds !== null && { retryAfter: seconds }) },
  });
}

/** @param {string | undefined} text seconds or a date */
function secondsUntil(text) {
  if (!text) return null;
  const seconds = /^\d+$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - Date.now()) / 1000);
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), LONGEST_WAIT) : null;
}

/** A value in the answer. @param {HttpAnswer} answer @param {string} path such as data.items.0.id; empty: all of it */
function partOf({ status, body, json }, path) {
  if (path === '@status') return status;
  if (path === '') return body;
  if (json === undefined) throw notJson();
  /** @type {Values} */
  let value = json;
  for (const step of path.split('.'))
    value = typeof value === 'object' && value !== null && Object.hasOwn(value, step) ? value[step] : null;
  return value;
}

/** @param {Table} table @param {string} field @param {unknown} value */
const valueFor = (table, field, value) =>
  typeof value === 'object' && table.hasField(field) && table.field(field).type !== 'json' ? shownAs(value) : value;

/** @param {unknown} value */
function shownAs(value) {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const notJson = () =>
  new AppError('HTTP_ANSWER_INVALID', 'The answer is not JSON', {
    status: 422,
    hint: 'Leave the path empty to use the whole text',
  });
