/** @import { SettingsSchema } from './index.d.ts' */

/** Settings of one of several steps; see `Step`. @type {SettingsSchema} */
export const STEP_SETTINGS = [
  { name: 'do', type: 'action', label: 'Action', required: true, except: ['run_steps'] },
  {
    ...{ name: 'when', type: 'expression', label: 'Only if', result: 'bool' },
    help: 'For example: row.total > 1000. Empty: always.',
  },
];
