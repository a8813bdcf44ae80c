import { say, stepSettings } from '@plinth/plugin';
import { checkDraft } from './check-draft.js';

/** @import { Setting, Workflow, WorkflowStep, Values } from '@plinth/plugin' */
/** @import { Request } from '../types.d.ts' */

const TEXTS = [
  ...['addHere', 'addFirst', 'added', 'removed', 'moved', 'copied', 'pasted', 'pasteWrong', 'undone'],
  ...['redone', 'none', 'saved', 'unsaved', 'saving', 'notSaved', 'restored', 'lane', 'errorSteps'],
  ...['start', 'end', 'problem', 'problems', 'tooMany', 'tooDeep', 'variables', 'duplicated', 'when', 'addTo'],
];

/**
 * All that the browser needs to edit a workflow.
 *
 * @param {Request} req @param {Workflow} workflow @param {string} url of its editor
 */
export async function editorState(req, workflow, url) {
  const { app, catalog, t } = req.ctx;
  const { variables, steps, onError } = workflow;
  const draft = { variables, steps, onError };
  const actions = app.registry
    .all('action')
    .filter(({ takesSteps, browser, background }) => !takesSteps && !browser && !background);
  return {
    id: workflow.id,
    url,
    draft,
    expect: catalog.object(workflow.id)?.version ?? 0,
    ...(await checkDraft(req, workflow, draft)),
    kinds: Object.fromEntries(app.registry.all('workflowStep').map((kind) => [kind.name, kindState(req, kind)])),
    actions: actions.map(({ name, label, help, icon }) => ({
      name,
      label: t(label),
      help: help ? t(help) : '',
      icon: iconText(req, icon ?? 'bolt'),
    })),
    texts: Object.fromEntries(TEXTS.map((name) => [name, t(`admin.workflow.ed.${name}`)])),
  };
}

/** @param {Request} req @param {string} name */
const iconText = ({ ctx: { app } }, name) => app.views.icon(name).text;

/** @param {Request} req @param {WorkflowStep} kind */
function kindState(req, kind) {
  const { t } = req.ctx;
  const schema = stepSettings(kind);
  const lists = schema.flatMap((setting) => {
    const inner = setting.items?.find(({ type }) => type === 'steps');
    if (setting.type !== 'steps' && !inner) return [];
    const { name, label = name, showIf = null } = setting;
    return [{ name, inner: inner?.name ?? null, label: t(label), showIf, least: setting.min ?? 0 }];
  });
  return {
    label: t(kind.label),
    help: t(kind.help),
    icon: iconText(req, kind.icon),
    lists,
    blank: Object.fromEntries(schema.flatMap((setting) => blankOf(setting, t))),
  };
}

/** The first value of a setting, and as many entries as it needs at least. @param {Setting} setting @param {import('@plinth/plugin').Translate} t @returns {[string, unknown][]} */
function blankOf({ name, type, default: value, items = [], min = 0, required }, t) {
  if (name === 'outcomes')
    return [[name, /** @type {Values[]} */ (value).map((one) => ({ ...one, label: say(one.label, t) }))]];
  if (value !== undefined) return [[name, value]];
  if (type !== 'list' || !required || !items.some((item) => item.type === 'steps')) return [];
  const entry = Object.fromEntries(items.map((item) => [item.name, item.type === 'steps' ? [] : '']));
  return [[name, Array.from({ length: min }, () => structuredClone(entry))]];
}
