import { fileURLToPath } from 'node:url';
import { importProblems } from './import-rules.js';

const problems = importProblems(fileURLToPath(new URL('../..', import.meta.url)));
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
