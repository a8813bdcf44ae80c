/** @import { Actor, Catalog, Registry } from '@plinth/plugin' */
/** @import { About } from '../types.d.ts' */
/** @import { Within } from '../../gate/rows/within.js' */
/** @import { Document } from './document.js' */
/** @import { Frame, StepContext, Token, Trial, WorkflowRun } from './types.d.ts' */
import { escapeMarkdown, fillTexts } from '../../rules/expressions/fill-texts.js';
import { requireReach } from '../../rules/reach/system-of.js';
import { readKey } from '../../catalog/schema/key.js';
import { asTyped, carriedValues } from './carried.js';
import { createCore } from './core-of-step.js';
import { Paths, pathsOf, renamedIn, withLiterals } from './literals.js';
import { asVariable } from './variables.js';

/**
 * What a step works with.
 *
 * @param {Parameters<typeof createCore>[0] & { baseUrl: string }} context
 */
export function createStepContexts(context) {
  const { registry, catalog, baseUrl, actions } = context;
  const coreOf = createCore(context);

  /**
   * @param {{ gate: Within, actor: Actor, document: Document, run: WorkflowRun, token: Token, path: string, trial: Trial | null }} at
   * @returns {StepContext}
   */
  return function contextOf({ gate, actor, document, run, token, path, trial }) {
    const frames = token.data.frames ?? [];
    const frame = frames.at(-1);
    const outer = rowOf(context, document.body.table, run.row_key);
    const about = frame ? rowOf(context, tableOf(context, frame), frame.item) : outer;
    // The gate alone would find no row, and the run would go on without.
    for (const { table } of [outer, about]) if (table) requireReach(actor, catalog(), table.name);

    /** What the run carries, with what these expressions need of the row that it is about. @param {readonly string[]} sources */
    async function carriedFor(sources) {
      const carried = carriedValues(run, document, baseUrl);
      const paths = [...new Set(sources.flatMap((source) => pathsOf(source, 'about')))];
      if (paths.length === 0) return carried;
      const values = await actions.evaluate(
        gate.select,
        actor,
        outer,
        paths.map((one) => `row${one}`),
      );
      return { ...carried, about: new Paths(paths.map((one, i) => [one, asTyped(values[i].type, values[i].value)])) };
    }

    /** @param {readonly string[]} sources @param {boolean} [isOther] whether `row` is another one than the workflow's */
    async function filledAll(sources, isOther = frame !== undefined) {
      const known = isOther ? sources : sources.map((source) => renamedIn(source, 'about', 'row'));
      const values = await carriedFor(known);
      return known.map((source) => withLiterals(source, values));
    }

    const evaluated = async (/** @type {readonly string[]} */ sources) =>
      actions.evaluate(gate.select, actor, about, await filledAll(sources));

    /** @param {string} template */
    async function fill(template) {
      const tables = { row: about.table, about: outer.table };
      const [one] = await fillTexts({ catalog: catalog(), registry, tables, values: evaluated }, [template]);
      return one;
    }

    const step = document.at(path);
    // After a restart at an earlier step, outside effects happen once more.
    const again = run.restarts > 0 ? [`again${run.restarts}`] : [];
    const key = [run.id, path.replaceAll('/', '.'), ...frames.map(({ item }) => item), ...again].join('.');
    const open = {
      step,
      path,
      actor,
      about,
      variables: run.variables,
      now: new Date(run.now),
      key,
      trial,
      own: token.data.own,
      came: token.data.came,
      evaluate: async (/** @type {readonly string[]} */ sources) =>
        (await evaluated(sources)).map(({ value }) => value),
      text: async (/** @type {string} */ template) => (await fill(template))(),
      markdown: async (/** @type {string} */ template) => (await fill(template))(escapeMarkdown),
      asVariable(/** @type {string} */ name, /** @type {unknown} */ value) {
        const variable = document.body.variables.find((one) => one.name === name);
        return variable ? asVariable(variable, value, catalog().settings.timeZone ?? 'UTC') : null;
      },
    };
    return { ...open, core: coreOf({ gate, run, token, document, frames, filledAll }, open) };
  };
}

/** @typedef {Pick<Parameters<typeof createStepContexts>[0], 'catalog' | 'registry'>} Parts */

/** Its name; loops that began before tables were remembered by their id have the name. @param {Parts} context @param {Frame} frame */
function tableOf({ catalog }, { table }) {
  return catalog().tables.find(({ id }) => id === table)?.name ?? table;
}

/** @param {Parts} context @param {string | null} table @param {string | null} key @returns {About} */
function rowOf({ catalog, registry }, table, key) {
  if (table === null || key === null || !catalog().hasTable(table)) return { table: null, id: null };
  const found = catalog().table(table);
  return { table: found, id: /** @type {string | number} */ (readKey(registry, found, key)) };
}
