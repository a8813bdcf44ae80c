/** @import { App, Request, Response } from '../../types.d.ts' */
/** @import { Person, Place } from '@plinth/data' */
import { personOf } from '@plinth/data';

/**
 * Whose share a request counts against, until its response is closed: a user's, or that of a visitor's network.
 *
 * @param {Request} req @param {Response} res @returns {Person}
 */
export function inNameOf(req, res) {
  if (res.person) return res.person;
  res.on('close', endShare);
  return (res.person = personOf(req.ctx.actor, req.ctx.address));
}

/**
 * Does the rest of a request as work of its person, when it is their turn. What it needs of the database, of functions and so
 * on counts against that person's share.
 *
 * @template T
 * @param {App} app @param {Request} req @param {Response} res @param {() => T} work
 * @returns {T | Promise<Awaited<T>>}
 * @throws {import('@plinth/plugin').AppError} SHARE_USED (429), SERVER_BUSY (503), both with Retry-After
 */
export function inShare({ data: { fairness } }, req, res, work) {
  const person = inNameOf(req, res);
  // Handed on by the fast path.
  if (res.place) return fairness.as(person, work);
  const begin = (/** @type {Place} */ place) => {
    res.place = place;
    person.mayLeave = req.method === 'GET' || req.method === 'HEAD';
    // Its client has left meanwhile.
    if (res.closed) endShare.call(res);
    return fairness.as(person, work);
  };
  const place = fairness.requests.takeNow(person);
  return place ? begin(place) : /** @type {any} */ (fairness.requests.take(person).then(begin));
}

/**
 * Waits until it is the turn of whoever wants a file of all rows of a list. The place is given back when the response is closed.
 *
 * @param {App} app @param {Request} req @param {Response} res
 * @throws {import('@plinth/plugin').AppError} SHARE_USED (429), SERVER_BUSY (503)
 */
export async function waitToExport({ data: { fairness } }, req, res) {
  const place = await fairness.exports.take(inNameOf(req, res));
  const give = () => fairness.exports.give(place);
  if (res.closed) give();
  else res.once('close', give);
}

/** @this {Response} */
function endShare() {
  const { place, person, runtime } = this;
  this.place = null;
  if (place) runtime.data.fairness.requests.give(place);
  person?.over();
}
