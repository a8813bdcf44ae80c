export { runCli } from './frame/run-cli.js';
