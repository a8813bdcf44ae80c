import { stepSettings } from '@plinth/plugin';
import { formErrors, settingProblem } from '../frame/index.js';
import { placeOf } from './document.js';
import { wordsOf } from './step-words.js';

/** @import { Workflow } from '@plinth/plugin' */
/** @import { Request } from '../types.d.ts' */
/** @import { Draft } from './document.js' */

/**
 * What is wrong with a draft, by `steps.<id>.<setting>`, and a line about each step.
 *
 * @param {Request} req @param {Workflow} workflow @param {Draft} draft
 */
export async function checkDraft(req, workflow, draft) {
  const { app, actor, t } = req.ctx;
  try {
    await app.data.preview(actor, 'change-workflow', { workflow: workflow.id, changes: draft });
    return { errors: {}, wrong: {}, message: '', words: wordsOf(req, { ...draft, table: workflow.table }) };
  } catch (error) {
    const { fields, message } = formErrors(error, t);
    // A draft that is too deep has no words either.
    const isReadable = !('steps' in fields || 'onError' in fields);
    const wrong = isReadable ? namedErrors(req, workflow, draft, fields) : {};
    return {
      errors: fields,
      wrong,
      message,
      words: isReadable ? safeWords(req, { ...draft, table: workflow.table }) : {},
    };
  }
}

/** The first error of each step, with the label of its setting. @param {Request} req @param {Workflow} workflow @param {Draft} draft @param {Record<string, string>} errors */
function namedErrors({ ctx: { app, t } }, { table }, draft, errors) {
  /** @type {Record<string, string>} */
  const found = {};
  for (const [key, message] of Object.entries(errors)) {
    const [, id, name] = /^steps\.([a-z0-9_]+)\.([^.]+)/.exec(key) ?? [];
    if (!id || found[id]) continue;
    const kind = placeOf(draft, id, table, app.registry)?.step.kind;
    const schema = app.registry.has('workflowStep', kind) ? stepSettings(app.registry.workflowStep(kind)) : [];
    found[id] = settingProblem(schema, name, message, t);
  }
  return found;
}

/** @param {Request} req @param {Parameters<typeof wordsOf>[1]} draft */
function safeWords(req, draft) {
  try {
    return wordsOf(req, draft);
  } catch {
    return {};
  }
}
