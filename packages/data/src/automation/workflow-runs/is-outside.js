/** @import { Document } from './document.js' */
/** @import { Kit, Place, WorkflowStep } from './types.d.ts' */

/** Whether a step reaches outside of the database. @param {Pick<Kit, 'registry'>} kit @param {WorkflowStep} step */
export const isOutside = ({ registry }, step) =>
  registry.has('workflowStep', step.kind) && (registry.workflowStep(step.kind).isOutside?.(step, registry) ?? false);

/** Whether what was done before has to be committed first. @param {Kit} kit @param {Document} document @param {Place} place */
export const startsOutside = (kit, document, { to, path }) => to === 'enter' && isOutside(kit, document.at(path));
