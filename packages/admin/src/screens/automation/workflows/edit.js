/** @import { Values } from '@plinth/plugin' */
import { html } from '@plinth/plugin';
import { parseJson } from '@plinth/server/http';
import { changedEntries, formErrors, partsFor, renderAdmin, revisionId, routed, shows } from '../../../frame/index.js';
import { checkDraft } from '../../../workflow/check-draft.js';
import { readDraft } from '../../../workflow/document.js';
import { editorState } from '../../../workflow/editor-state.js';
import { ownErrors, readStep, stepForm } from '../../../workflow/step-form.js';
import { peopleOf } from '../trigger-form.js';
import { newRoutes } from './new.js';
import { workflowOf, workflowPage, workflowUrl } from './page.js';
import { runButton, startersOf } from './starters.js';

/** @import { AdminPage, Form, Request, Response } from '../../../types.d.ts' */

/** A branch within a branch is four levels of JSON. */
const DEEPEST = 130;

/** A new workflow, and the editor of its steps, as a diagram and as a list. */
export const screen = {
  path: '/automation/workflows',
  title: 'admin.workflow.one',
  help: 'guide/workflows',
  first: true,
  routes: routed({
    ...newRoutes,
    'GET /:workflow': shows(show),
    'POST /:workflow/form': answered(form),
    'POST /:workflow/check': answered(check),
    'POST /:workflow/save': save,
  }),
};

/** @param {(req: Request, form: Form) => Promise<object>} work @returns {(req: Request, res: Response) => Promise<void>} */
function answered(work) {
  return async (req, res) => {
    try {
      res.json(await work(req, await req.form()));
    } catch (error) {
      const { status, message, fields } = formErrors(error, req.ctx.t);
      res.json({ message, errors: fields }, { status });
    }
  };
}

/** @param {Request} req @returns {Promise<AdminPage>} */
async function show(req) {
  const workflow = workflowOf(req);
  const state = await editorState(req, workflow, workflowUrl(workflow.name));
  const script = JSON.stringify(state).replaceAll('<', '\\u003c');
  return workflowPage(req, {
    tab: 'steps',
    wide: true,
    scripts: ['admin/workflow/editor.js'],
    styles: ['workflow', 'outline', 'dialogs'].map((name) => `admin/workflow/${name}.css`),
    actions: runButton(req, workflow, partsFor(req).icon('player-play')),
    body: html`${startersOf(req, workflow)}${renderAdmin(req, 'workflow/editor', { state: script, dialogs: renderAdmin(req, 'workflow/dialogs', {}) })}`,
  });
}

/** @param {Form} given */
const draftOf = (given) => readDraft(parseJson(given.get('draft') || '{}', { maxDepth: DEEPEST }));

/** The form of a step; with `read`, what was typed into it becomes part of the draft first. @param {Request} req @param {Form} given */
async function form(req, given) {
  const workflow = workflowOf(req);
  const id = given.get('id') ?? '';
  const sent = draftOf(given);
  const isTyped = given.get('read') === '1';
  const { draft, renamed, redraw } = isTyped
    ? readStep(req, workflow, sent, id, given)
    : { draft: sent, renamed: {}, redraw: true };
  const checked = await checkDraft(req, workflow, draft);
  const printed = redraw
    ? stepForm(req, workflow, draft, { id, errors: checked.errors, people: await peopleOf(req) })
    : null;
  const own = id
    ? ownErrors(checked.errors, `steps.${id}.`)
    : ownErrors(checked.errors, 'variables.', 'variables.', draft.variables);
  return { ...checked, ...(isTyped && { draft, renamed }), form: printed?.text ?? null, own };
}

/** @param {Request} req @param {Form} given */
function check(req, given) {
  return checkDraft(req, workflowOf(req), draftOf(given));
}

/** @param {Request} req @param {Response} res */
async function save(req, res) {
  const { app, author, t, catalog } = req.ctx;
  const given = await req.form();
  const { id } = workflowOf(req);
  try {
    const changes = draftOf(given);
    const renamed = parseJson(given.get('renamed') || '{}');
    const version = Number(given.get('expect'));
    const expect = Number.isSafeInteger(version) && version > 0 ? { [id]: version } : undefined;
    const result = await app.data.edit(author, 'change-workflow', { workflow: id, changes, renamed }, { expect });
    res.json({ revision: revisionId(result), expect: app.data.catalog().object(id)?.version ?? null });
  } catch (error) {
    const { status, code, message, fields } = formErrors(error, t);
    const changed = changedEntries(/** @type {Values} */ (error).details?.changed, t);
    const theirs = catalog.object(id)?.version;
    res.json({ message, code, errors: fields, ...(code === 'EDIT_CONFLICT' && { changed, theirs }) }, { status });
  }
}
