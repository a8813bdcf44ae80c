/** @import { Values } from '@plinth/plugin' */
/** @import { Response } from '../../types.d.ts' */

/** What is thrown in place of running something again: the answer of the first copy. */
export class AnsweredBefore extends Error {
  name = 'AnsweredBefore';

  /** @param {{ answer: Values, body: Buffer | null }} kept */
  constructor({ answer, body }) {
    super('answered before');
    this.answer = answer;
    this.body = body;
  }

  /** @param {Response} res */
  send(res) {
    const { status, headers, cookies } = this.answer;
    res.statusCode = status;
    for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
    for (const line of cookies) res.appendHeader('set-cookie', line);
    res.setHeader('cache-control', 'private, no-store');
    const body = this.body ?? Buffer.alloc(0);
    res.setHeader('content-length', body.length);
    res.end(body);
  }
}
