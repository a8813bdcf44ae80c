/** @import { App, Routes } from '../../types.d.ts' */
import { AppError } from '@plinth/plugin';
import { createRouter } from '../../http/requests/router.js';
import { readResults } from './read-results.js';
import { isResultToken } from './result-token.js';
import { storeResults } from './store-results.js';

/** The token allows adding results and nothing else. */
const WRITER = Object.freeze({ userId: null, roles: Object.freeze(['public']), system: true });

/**
 * POST /benchmark-results: results of plinth run-benchmark --publish, for the dashboard of this server.
 *
 * @param {App} app
 * @returns {Routes}
 */
export function benchmarkResultRoutes(app) {
  const router = createRouter();

  router.post('/', async (req, res) => {
    if (!(await isResultToken(app.data, req.headers.authorization))) {
      throw new AppError('BENCHMARK_TOKEN_WRONG', 'The token for benchmark results is missing or wrong', {
        status: 401,
        hint: 'An admin of this server can create one: plinth setup-benchmark --accept-results',
      });
    }
    const report = readResults(await req.json());
    res.json(await storeResults(app.data, WRITER, report), { status: 201 });
  });

  return router;
}
