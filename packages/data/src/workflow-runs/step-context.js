/** @import { Actor, Catalog, Registry, Step } from '@plinth/plugin' */
/** @import { About } from '../actions/evaluate.js' */
/** @import { Within } from '../rows/within.js' */
/** @import { Document } from './document.js' */
/** @import { Frame, StepContext, Token, Trial, WorkflowRun } from './types.d.ts' */
import { mapReferences } from '@plinth/plugin';
import { filled } from '../actions/action-context.js';
import { readKey } from '../schema/key.js';
import { asTyped, carriedValues } from './carried.js';
import { Paths, pathsOf, renamedIn, withLiterals } from './literals.js';

/**
 * What a step works with.
 *
 * @param {{ registry: Registry, catalog: () => Catalog, baseUrl: string,
 *   actions: ReturnType<typeof import('../actions/create-actions.js').createActions> }} context
 */
export function createStepContexts({ registry, catalog, baseUrl, actions }) {
  /**
   * @param {{ gate: Within, actor: Actor, document: Document, run: WorkflowRun, token: Token, path: string, trial: Trial | null }} at
   * @returns {StepContext}
   */
  return function contextOf({ gate, actor, document, run, token, path, trial }) {
    const frames = token.data.frames ?? [];
    const frame = frames.at(-1);
    const outer = rowOf(document.body.table, run.row_key);
    const about = frame ? rowOf(frame.table, frame.item) : outer;

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

    return {
      ...{ step: document.at(path), path, document, run, token, actor, about, gate, trial, now: new Date(run.now) },
      key: [run.id, path.replaceAll('/', '.'), ...frames.map(({ item }) => item)].join('.'),
      filled: async (source) => (await filledAll([source], true))[0],
      evaluate: async (sources) => (await evaluated(sources)).map(({ value }) => value),
      text: (template) => filled(template, evaluated, catalog()),
      async action(step) {
        const sources = /** @type {string[]} */ ([]);
        walk(step, about, (source) => void sources.push(source));
        const literals = await filledAll(sources);
        return walk(step, about, () => literals.shift());
      },
    };
  };

  /** @param {string | null} table @param {string | null} key @returns {About} */
  function rowOf(table, key) {
    if (table === null || key === null || !catalog().hasTable(table)) return { table: null, id: null };
    const found = catalog().table(table);
    return { table: found, id: /** @type {string | number} */ (readKey(registry, found, key)) };
  }

  /** @param {Step} step @param {About} about @param {(source: string) => string | undefined | void} visit @returns {Step} */
  function walk(step, { table }, visit) {
    const body = { table: table?.name ?? null, steps: [step] };
    const context = { catalog: catalog(), registry, whole: true };
    const changed = mapReferences({ kind: 'trigger', body }, context, (reference) =>
      reference.kind === 'expression' ? visit(reference.name) : undefined,
    );
    return changed.steps[0];
  }
}
