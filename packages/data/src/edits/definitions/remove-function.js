/** @import { AppFunction } from '@plinth/plugin' */
/** @import { Edit } from '../types.d.ts' */
import { AppError, phrase } from '@plinth/plugin';
import { findFunction } from './base/find.js';
import { importersOf } from './base/function-packages.js';
import { existing, takes } from './base/takes.js';

/** @type {Edit} */
export const edit = {
  name: 'remove-function',
  about: 'Removes a function',
  takes: takes({ function: existing('function') }),
  summary: (input, catalog) => `Remove function "${findFunction(catalog, input.function).label}"`,
  plan(draft, input) {
    const fn = findFunction(draft.catalog, input.function);
    const importers = fn.package ? importersOf(draft.catalog, fn) : [];
    if (importers.length > 0) throw packageInUse(fn, importers);
    draft.remove(fn.id);
  },
};

/** @param {AppFunction} fn @param {readonly AppFunction[]} importers */
const packageInUse = ({ label }, importers) =>
  new AppError(
    'PACKAGE_IN_USE',
    phrase`The package "${label}" is imported by ${importers.map((one) => one.label).join(', ')}`,
    {
      ...{ status: 409, hint: 'Remove the import there first' },
    },
  );
