/** @import { Problem, Registry } from '@plinth/plugin' */
/** @import { App, Request } from '@plinth/server/types' */
import { say } from '@plinth/plugin';

/**
 * All dangling references in the metadata, once each: problems of the Catalog, problems of plans, and missing groups
 * and roles.
 *
 * @param {App} app @param {Request} req an admin's
 * @returns {Promise<(Problem & { url: string })[]>}
 */
export async function problemsOf(app, { ctx: { catalog, actor, t } }) {
  const found = new Map();
  const planned = (app.views.plans(catalog).problems ?? []).filter((problem) => !isTold(catalog.problems, problem));
  const names = await app.data.access.unknownNames(actor);
  for (const problem of [...catalog.problems, ...planned, ...names]) {
    found.set(`${problem.id} ${problem.at} ${problem.message}`, {
      ...problem,
      message: problem.phrase ? say(problem.phrase, t) : problem.message,
      url: addressOf(problem, app.registry),
    });
  }
  return [...found.values()];
}

/**
 * A plan also reports an element whose setting the Catalog has already reported, in other words.
 *
 * @param {readonly Problem[]} told @param {Problem} problem reported while compiling, at "layout/NODE"
 */
function isTold(told, problem) {
  if (!problem.at) return false;
  const within = `config.${problem.at}.`;
  const ofPage = `${problem.at}.`;
  return told.some(({ kind, id, name, at = '' }) => {
    const same = problem.id ? problem.id === id : problem.kind === kind && problem.name === name;
    // Without its table nothing of a view can be compiled.
    return same && (at === 'table' || at.startsWith(within) || at.startsWith(ofPage));
  });
}

/** Of what is no kind with a definition. @type {Record<string, string | undefined>} */
const AREAS = { table: 'tables', plugin: 'plugins' };
/** Of what is edited beside others. @type {Record<string, string | undefined>} */
const SCREENS = { menu: '/admin/menu', settings: '/admin/settings', app: '/admin/apps' };

/**
 * The admin screen where an object is edited.
 *
 * @param {{ kind: string, name: string, at?: string, parent?: string | null }} object @param {Registry} registry
 */
export function addressOf({ kind, name, at = '' }, registry) {
  const known = registry.has('kind', kind) ? (registry.kind(kind).admin?.area ?? `objects/${kind}`) : AREAS[kind];
  if (!known || SCREENS[kind]) return SCREENS[kind] ?? '/admin/history';
  return `/admin/${known}/${encodeURIComponent(name)}${at ? `?at=${encodeURIComponent(at)}` : ''}`;
}
