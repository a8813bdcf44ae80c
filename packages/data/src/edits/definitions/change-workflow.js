/** @import { Draft } from './base/draft.js' */
/** @import { Edit } from '../types.d.ts' */
import { inputInvalid } from '@plinth/plugin';
import { findWorkflow } from './base/find.js';
import { changed, keysOf } from './base/given.js';
import { rename } from './base/rename.js';
import { checkWorkflow } from './base/workflows.js';
import { TEXT_BY_NAME, existing, part, takes } from './base/takes.js';

/**
 * `renamed`: new names of variables by their old ones, so that what starts the workflow with them goes on to do so. The
 * workflow itself has the new names already.
 *
 * @type {Edit}
 */
export const edit = {
  name: 'change-workflow',
  about: 'Changes a workflow; `renamed` has the new names of variables by their old ones',
  takes: takes({ workflow: existing('workflow'), changes: part('workflowChanges') }, { renamed: TEXT_BY_NAME }),
  summary: (input, catalog, changes) =>
    `Change workflow "${findWorkflow(catalog, input.workflow).label}" (${keysOf(input, changes)})`,
  plan(draft, input) {
    const { id, ...before } = findWorkflow(draft.catalog, input.workflow);
    const { name, body } = checkWorkflow(changed(input, before), draft, { id });
    renameVariables(draft, before.name, input.renamed ?? {});
    draft.change(id, { body });
    rename(draft, 'workflow', { id, name: before.name }, name);
  },
};

/** @param {Draft} draft @param {string} workflow @param {unknown} renamed */
function renameVariables(draft, workflow, renamed) {
  if (typeof renamed !== 'object' || renamed === null || Array.isArray(renamed))
    throw inputInvalid({ renamed: 'must be an object' });
  const names = new Map(Object.entries(renamed));
  if (names.size === 0) return;
  draft.mapReferences((reference) =>
    reference.kind === 'variable' && reference.workflow === workflow ? names.get(reference.name) : undefined,
  );
}
