import { readdirSync } from 'node:fs';
import { UsageError } from './errors.js';
import { nearest } from '@plinth/plugin';

/** @import { Command } from '../types.d.ts' */

const FOLDER = new URL('../commands/', import.meta.url);

/** The names of all commands, one file each in commands/. @returns {string[]} */
export function commandNames() {
  return readdirSync(FOLDER)
    .filter((file) => /^[a-z-]+\.js$/.test(file))
    .map((file) => file.slice(0, -'.js'.length))
    .sort();
}

/**
 * Loads a single command, so that a quick command starts quickly.
 *
 * @param {string} name
 * @returns {Promise<Command>}
 */
export async function loadCommand(name) {
  const names = commandNames();
  if (!names.includes(name)) {
    const near = nearest(name, names);
    throw new UsageError(
      `There is no command "${name}"`,
      near ? `Did you mean "plinth ${near}"?` : 'See "plinth --help".',
    );
  }
  return (await import(new URL(`${name}.js`, FOLDER).href)).command;
}
