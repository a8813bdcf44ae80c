/** @import { App } from '../../types.d.ts' */
import { metricsText } from './metrics.js';
import { readiness } from './health.js';

/**
 * What a process reports to the other processes of its node.
 *
 * @typedef {{ metrics: string, isReady: boolean, lines: string[] }} Report lines: why it is ready, or not
 */

/** @param {App} app @returns {Promise<Report>} */
export async function reportOf(app) {
  const [metrics, ready] = await Promise.all([metricsText(app), readiness(app)]);
  return { metrics, ...ready };
}
