/** @import { Problem } from '@plinth/plugin' */
/** @import { App, Request } from '../types.d.ts' */
import { say } from '@plinth/plugin';
import { buildAddress } from './build-address.js';

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
      url: addressOf(problem),
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

/** @type {Record<string, string | undefined>} */
const AREAS = {
  table: 'tables',
  trigger: 'automation',
  workflow: 'automation/workflows',
  function: 'functions',
  secret: 'settings/secrets',
  mail: 'mails',
  role: 'roles',
  plugin: 'plugins',
};

/**
 * The admin screen where an object is edited.
 *
 * @param {{ kind: string, name: string, at?: string, parent?: string | null }} object
 */
export function addressOf({ kind, name, at = '' }) {
  const end = at ? `?at=${encodeURIComponent(at)}` : '';
  if (kind === 'view' || kind === 'page' || kind === 'piece') return buildAddress(kind, name) + end;
  const area = AREAS[kind];
  if (area) return `/admin/${area}/${encodeURIComponent(name)}${end}`;
  return { menu: '/admin/menu', settings: '/admin/settings', app: '/admin/apps' }[kind] ?? '/admin/history';
}
