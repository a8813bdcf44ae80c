/** @import { Values } from '@plinth/plugin' */
import { AppError } from '@plinth/plugin';

/** Codes of JSON-RPC 2.0. */
export const CODES = Object.freeze({
  parse: -32700,
  request: -32600,
  method: -32601,
  params: -32602,
  internal: -32603,
});

/** A mistake in the protocol itself, as opposed to a tool that failed. */
export class RpcError extends Error {
  /** @param {number} code @param {string} message */
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

/**
 * Handles one message: requests get a response, notifications don't. Anything else gets 400, as the transport requires.
 *
 * @param {Values} message
 * @param {(method: string, params: Values) => Promise<unknown>} handle
 * @returns {Promise<{ status: number, body: object | null }>}
 */
export async function answerMessage(message, handle) {
  if (typeof message !== 'object' || message === null || Array.isArray(message) || message.jsonrpc !== '2.0')
    return refused(400, CODES.request, 'Send one JSON-RPC 2.0 message');
  const { id, method, params } = message;
  // A response to a request from us; we never send any.
  if (typeof method !== 'string') {
    const isAnswer = 'result' in message || 'error' in message;
    return isAnswer ? { status: 202, body: null } : refused(400, CODES.request, 'The message has no method');
  }
  if (id === undefined) return { status: 202, body: null };
  if (typeof id !== 'string' && !Number.isInteger(id))
    return refused(400, CODES.request, 'The id of a request must be a string or an integer');
  try {
    return { status: 200, body: { jsonrpc: '2.0', id, result: await handle(method, params ?? {}) } };
  } catch (error) {
    const { code, message: text } = asRpcError(error);
    return { status: 200, body: { jsonrpc: '2.0', id, error: { code, message: text } } };
  }
}

/**
 * The response to a message without a usable id.
 *
 * @param {number} status
 * @param {number} code
 * @param {string} message
 */
export const refused = (status, code, message) => ({
  status,
  body: { jsonrpc: '2.0', id: null, error: { code, message } },
});

/** @param {unknown} error */
function asRpcError(error) {
  if (error instanceof RpcError) return error;
  if (error instanceof AppError && error.status < 500) return new RpcError(CODES.params, error.message);
  throw error;
}
