import { createLog, findSite, lastAddress, readConfig, requireSite } from '@plinth/server/operations';
import { plainLine } from './plain-line.js';

/** @import { CommandContext } from '../types.d.ts' */

/**
 * The configuration of a command, from its environment alone: for a server, which needs nobody else's.
 *
 * @param {CommandContext} ctx
 * @param {Record<string, string | undefined>} [overrides]
 */
export const configOf = (ctx, overrides = {}) => readConfig({ ...ctx.env, ...overrides });

/**
 * The configuration of a command that works on a site: the one that its environment names, or that of this machine. What
 * the environment leaves open is as the site's server has it.
 *
 * @param {CommandContext} ctx
 * @param {{ mayBeNew?: boolean }} [options] mayBeNew: the command may make a site where none is
 * @throws {import('@plinth/plugin').AppError} SITE_NOT_FOUND, SITE_SEVERAL, SITE_SETTINGS_MISSING
 */
export async function siteConfigOf(ctx, { mayBeNew = false } = {}) {
  const found = findSite(ctx.env);
  const config = readConfig(found.env);
  if (!mayBeNew) await requireSite(config, ctx.env);
  if (found.site && !found.told) {
    const { dataDir, url, running } = found.site;
    ctx.note(`The site in ${dataDir} (${running ? url : 'not running'})`);
  }
  return found.env.BASE_URL ? config : { ...config, baseUrl: lastAddress(config.dataDir) ?? config.baseUrl };
}

/**
 * The log of a command: warnings only, unless LOG_LEVEL asks for more, as readable sentences. It goes to stderr,
 * because stdout is for data.
 *
 * @param {CommandContext} ctx
 */
export const logOf = (ctx) =>
  createLog({ level: ctx.env.LOG_LEVEL || 'warn', write: (line) => ctx.stderr.write(line), line: plainLine });
