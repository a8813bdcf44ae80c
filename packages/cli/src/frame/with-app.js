import { logOf, siteConfigOf } from './configuration.js';

/** @import { CommandContext } from '../types.d.ts' */
/** @typedef {typeof import('@plinth/server/app')} ServerApp */
/** @typedef {Awaited<ReturnType<ServerApp['openApp']>>} App */

/**
 * Runs a command's work with data and plugins open, as the operator, who may do everything. A server running on the
 * same data sees changes immediately.
 *
 * @template T
 * @param {CommandContext} ctx
 * @param {(app: App, operator: ServerApp['OPERATOR']) => Promise<T>} work
 * @param {{ mayBeNew?: boolean }} [options] mayBeNew: makes a site where none is
 * @returns {Promise<T>}
 */
export async function withApp(ctx, work, options) {
  // Loaded lazily, so that the list of commands does not have to load everything.
  const { OPERATOR, openApp } = await import('@plinth/server/app');
  const { admin } = await import('@plinth/admin');
  const app = await openApp(await siteConfigOf(ctx, options), { log: logOf(ctx), admin });
  try {
    return await work(app, OPERATOR);
  } finally {
    await app.close();
  }
}
