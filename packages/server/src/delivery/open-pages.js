/** @import { App, Config, Log } from '../types.d.ts' */
import { createChangeStream } from '@plinth/data';
import { createPages } from './pages.js';

/**
 * Begins to keep pages. They are answered from memory once the change stream is live; nobody waits for that.
 *
 * @param {{ data: App['data'], config: Config, connection: any, log: Log }} options
 */
export async function openPages({ data, config, connection, log }) {
  const stream = await createChangeStream({ connection, db: data.db, log });
  const pages = createPages({ data, stream, secure: config.baseUrl.startsWith('https:'), log });
  log.info('pages are kept', { changes: stream.kind, reason: stream.reason || undefined });
  void stream.start();
  return pages;
}
