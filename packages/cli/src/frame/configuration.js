import { createLog, lastAddress, readConfig } from '@plinth/server/operations';
import { plainLine } from './plain-line.js';

/** @import { CommandContext } from '../types.d.ts' */

/**
 * The configuration of a command, from its environment.
 *
 * @param {CommandContext} ctx
 * @param {Record<string, string | undefined>} [overrides]
 */
export const configOf = (ctx, overrides = {}) => readConfig({ ...ctx.env, ...overrides });

/**
 * The log of a command: warnings only, unless LOG_LEVEL asks for more, as readable sentences. It goes to stderr,
 * because stdout is for data.
 *
 * @param {CommandContext} ctx
 */
export const logOf = (ctx) =>
  createLog({ level: ctx.env.LOG_LEVEL || 'warn', write: (line) => ctx.stderr.write(line), line: plainLine });

/**
 * The same with the address at which this data's server was last reached, whatever its port, because links printed by a
 * command must lead there.
 *
 * @template {{ dataDir: string, baseUrl: string }} C
 * @param {CommandContext} ctx @param {C} config
 * @returns {C}
 */
export const withAddress = (ctx, config) =>
  ctx.env.BASE_URL ? config : { ...config, baseUrl: lastAddress(config.dataDir) ?? config.baseUrl };
