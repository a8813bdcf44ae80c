/** @import { Actor, Step } from '@plinth/plugin' */
/** @import { About } from '../types.d.ts' */
import { AppError, inputInvalid } from '@plinth/plugin';
import { withPlainNumbers } from './definitions/base/plain-number.js';
import { requestOf } from './definitions/base/http-settings.js';
import { requireAdmin } from '../../rules/rights/require-admin.js';

/**
 * @typedef {{ sent: import('../http-requests/fill-request.js').Filled, answer: import('@plinth/plugin').HttpAnswer | null,
 *   error: AppError | null, ms: number }} TriedRequest sent: with secrets hidden
 */

/**
 * Shows what a step would send for a row, and sends it on request. Nothing is stored.
 *
 * @param {{ contexts: ReturnType<typeof import('./action-context.js').createActionContexts> }} parts
 */
export function createTryRequest({ contexts }) {
  /**
   * @param {Actor} actor an admin, with whose rights it is sent @param {About} about @param {Step} step
   * @param {{ isSent: boolean }} options
   * @returns {Promise<TriedRequest>}
   */
  return async (actor, about, { do: { action, config } }, { isSent }) => {
    requireAdmin(actor);
    if (action !== 'http_request') throw inputInvalid({ step: 'must be an HTTP request' });
    const { evaluate, http } = contexts.contextOf(actor, about, null);
    const request = requestOf(config ?? {}, 'test');
    const sent = await contexts.http.preview(request, { evaluate: withPlainNumbers(evaluate) });
    if (!isSent) return { sent, answer: null, error: null, ms: 0 };
    const began = performance.now();
    try {
      const answer = await http.send(request);
      return { sent, answer, error: null, ms: performance.now() - began };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { sent, answer: null, error, ms: performance.now() - began };
    }
  };
}
