/** @import { App } from '../../types.d.ts' */
import { LIMITS } from '@plinth/data';

/** The limits of what is sent to this server: those of the list, unless a test lowers them. @param {App} app @returns {import('@plinth/data').Limits} */
export const limitsOf = ({ config }) => ({ ...LIMITS, ...config.lowered });
