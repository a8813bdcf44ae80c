/**
 * A request whose cost is watched.
 *
 * @typedef {{ name: string, as: string, path: string, method?: string, type?: string, body?: string, status?: number, isMiss?: boolean, missBy?: string }} Watched
 *   isMiss: each has a parameter that no request had before, so that no cache holds the answer; missBy: parameters that the
 *   views of the page read, so that none of them was printed before
 */

const ROWS = '/api/v1/tables/bench_threads/rows';
/** Conditions on the tables of both lists. */
const READ = { isMiss: true, missBy: 'bench_threads.title.ne=*&bench_replies.body.ne=*' };
const FORM = 'application/x-www-form-urlencoded';

/**
 * Thirteen that stand for what people and programs ask for most.
 *
 * @param {{ files: { small: string } }} addresses
 * @returns {Watched[]}
 */
export const watchedRequests = ({ files }) => [
  { name: 'complex page, a miss of a visitor', as: 'visitor', path: '/page/bench_complex', ...READ },
  { name: 'complex page, a miss of a user', as: 'user', path: '/page/bench_complex', ...READ },
  { name: 'complex page, a miss of an admin', as: 'admin', path: '/page/bench_complex', ...READ },
  { name: 'complex page of views printed before', as: 'visitor', path: '/page/bench_complex', isMiss: true },
  { name: 'complex page, a hit', as: 'visitor', path: '/page/bench_complex' },
  { name: 'form, a miss', as: 'visitor', path: '/view/bench_thread_form', isMiss: true },
  { name: 'simple page, a miss', as: 'visitor', path: '/page/bench_simple', isMiss: true },
  { name: 'one row, a miss', as: 'visitor', path: '/view/bench_thread?id=400', isMiss: true },
  { name: 'stored file', as: 'visitor', path: files.small },
  { name: 'API: a list of 25', as: 'token', path: `${ROWS}?limit=25` },
  { name: 'API: a row', as: 'token', path: `${ROWS}/400` },
  {
    name: 'API: a new row',
    as: 'token',
    ...posts('/api/v1/tables/bench_notes/rows', 'application/json', '{"text":"A note"}', 201),
  },
  { name: 'a posted form', as: 'visitor', ...posts('/view/bench_note_form', FORM, 'text=A+note', 303) },
];

/** @param {string} path @param {string} type @param {string} body @param {number} status */
const posts = (path, type, body, status) => ({ path, method: 'POST', type, body, status });
