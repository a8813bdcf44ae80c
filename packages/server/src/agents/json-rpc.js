import { AppError } from '@plinth/plugin';

/** Codes of JSON-RPC 2.0. */
export const CODES = Object.freeze({
  parse: -32700,
  request: -32600,
  method: -32601,
  params: -32602,
  internal: -32603,
});

/** What a caller of the protocol itself did wrong, as opposed to a tool that could not do its work. */
export class RpcError extends Error {
  /** @param {number} code @param {string} message */
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

/**
 * One message: a request is answered, a notification is heard and not answered.
 *
 * @param {any} message
 * @param {(method: string, params: any) => Promise<unknown>} handle
 * @returns {Promise<object | null>} null: nothing to answer
 */
export async function answerMessage(message, handle) {
  const id = message?.id ?? null;
  try {
    if (typeof message !== 'object' || message === null || Array.isArray(message) || message.jsonrpc !== '2.0') {
      throw new RpcError(CODES.request, 'One JSON-RPC 2.0 message is expected');
    }
    // An answer to a request of ours, which makes none.
    if (typeof message.method !== 'string') {
      if ('result' in message || 'error' in message) return null;
      throw new RpcError(CODES.request, 'The message has no method');
    }
    if (!('id' in message)) return null;
    return { jsonrpc: '2.0', id, result: await handle(message.method, message.params ?? {}) };
  } catch (error) {
    const { code, message: text } = asRpcError(error);
    return { jsonrpc: '2.0', id, error: { code, message: text } };
  }
}

/** @param {unknown} error */
function asRpcError(error) {
  if (error instanceof RpcError) return error;
  if (error instanceof AppError && error.status < 500) return new RpcError(CODES.params, error.message);
  throw error;
}
