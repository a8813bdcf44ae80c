import { readdirSync } from 'node:fs';
import { AppError } from '@plinth/plugin';

/** @import { Answer } from './probe.js' */
/**
 * A server that sends the same bytes and headers as Plinth: a file in benchmarks/peers/, found by its name.
 *
 * @typedef {{ system: string, caches?: boolean, lacks?: () => string | null, start(answer: Answer, options: { workers: number,
 *   cores: string | null }): Promise<{ url: string, pid: number, stop: () => Promise<void> }> }} Peer
 *   system: its name in the results; caches: it answers from a cache, so what is posted is not for it; lacks: what this
 *   machine lacks for it
 */

const FOLDER = new URL('../../../../../benchmarks/peers/', import.meta.url);
/** The peer that everything else is a share of. */
export const BARE = 'node:http';

/** The names that --peers takes. */
export const peerNames = () =>
  readdirSync(FOLDER)
    .filter((file) => file.endsWith('.js'))
    .map((file) => file.slice(0, -'.js'.length));

/**
 * @param {string[]} names
 * @returns {Promise<Peer[]>}
 * @throws {AppError} BENCHMARK_TOOL_MISSING
 */
export const loadPeers = (names) =>
  Promise.all(
    names.map(async (name) => {
      const { peer } = await import(new URL(`${name}.js`, FOLDER).href);
      const lacking = peer.lacks?.();
      if (!lacking) return peer;
      throw new AppError('BENCHMARK_TOOL_MISSING', `This machine has no ${lacking}, which the peer ${name} needs`, {
        hint: `Install it, or leave ${name} out of --peers.`,
        status: 500,
      });
    }),
  );
