import { fileURLToPath } from 'node:url';
import { runChecks } from './run-checks.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
process.exitCode = (await runChecks(root)) ? 0 : 1;
