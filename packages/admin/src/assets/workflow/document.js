// Changes of a workflow in its editor: pure functions that return a new draft and leave the old one unchanged.

/**
 * @typedef {{ id: string, kind: string, label?: string, [setting: string]: any }} Step
 * @typedef {{ variables: any[], steps: Step[], onError: Step[] }} Draft
 * @typedef {{ name: string, inner: string | null, label: string, showIf: { name: string, in: any[] } | null }} ListKind
 * @typedef {{ label: string, help: string, icon: string, lists: ListKind[], blank: Record<string, any> }} Kind
 * @typedef {Record<string, Kind>} Kinds
 * A list of steps: of the workflow (`owner` is null, `path` steps or onError), or in a step, such as branches.0.steps.
 * @typedef {{ owner: string | null, path: string }} Place
 * @typedef {{ place: Place, label: string, steps: Step[], list: ListKind, entry: number | null }} Lane
 * @typedef {{ step: Step, place: Place, index: number, parents: string[] }} Found
 */

/** The limits of the server, which refuses deeper and longer workflows. */
export const MOST_DEPTH = 20;
export const MOST_STEPS = 500;

/** The lists of steps in a step. @param {Step} step @param {Kinds} kinds @returns {Lane[]} */
export function lanesOf(step, kinds) {
  return (kinds[step.kind]?.lists ?? []).flatMap((list) => {
    const { name, inner, label } = list;
    if (inner === null)
      return [{ place: { owner: step.id, path: name }, label, steps: step[name] ?? [], list, entry: null }];
    return (step[name] ?? []).map((/** @type {any} */ entry, /** @type {number} */ i) => ({
      place: { owner: step.id, path: `${name}.${i}.${inner}` },
      label: entry.label || '',
      steps: entry[inner] ?? [],
      list,
      entry: i,
    }));
  });
}

/** Every step, outer ones first, in the order in which they are shown. @param {Draft} draft @param {Kinds} kinds @returns {Generator<Found>} */
export function* everyStep(draft, kinds) {
  for (const path of /** @type {const} */ (['steps', 'onError']))
    yield* stepsIn(draft[path], { owner: null, path }, [], kinds);
}

/** @param {Step[]} steps @param {Place} place @param {string[]} parents @param {Kinds} kinds @returns {Generator<Found>} */
function* stepsIn(steps, place, parents, kinds) {
  for (const [index, step] of steps.entries()) {
    yield { step, place, index, parents };
    for (const lane of lanesOf(step, kinds)) yield* stepsIn(lane.steps, lane.place, [...parents, step.id], kinds);
  }
}

/** @param {Draft} draft @param {Kinds} kinds @param {string | null} id @returns {Found | null} */
export function findStep(draft, kinds, id) {
  for (const found of everyStep(draft, kinds)) if (found.step.id === id) return found;
  return null;
}

/** The steps of a list. @param {Draft} draft @param {Kinds} kinds @param {Place} place @returns {Step[] | null} null: there is no such list */
export function listAt(draft, kinds, { owner, path }) {
  if (owner === null) return path === 'steps' || path === 'onError' ? draft[path] : null;
  const found = findStep(draft, kinds, owner);
  return (found && lanesOf(found.step, kinds).find((lane) => lane.place.path === path)?.steps) ?? null;
}

/** Puts steps into a list. @param {Draft} draft @param {Kinds} kinds @param {Place} place @param {number} index @param {Step[]} steps */
export const insertSteps = (draft, kinds, place, index, steps) =>
  withList(draft, kinds, place, (list) => list.toSpliced(index, 0, ...steps));

/** @param {Draft} draft @param {Kinds} kinds @param {string} id @returns {Draft} */
export function removeStep(draft, kinds, id) {
  const found = findStep(draft, kinds, id);
  return found ? withList(draft, kinds, found.place, (list) => list.toSpliced(found.index, 1)) : draft;
}

/**
 * Moves a step to a position of a list, which is counted before the move. A step can't move into itself.
 *
 * @param {Draft} draft @param {Kinds} kinds @param {string} id @param {Place} place @param {number} index
 * @returns {Draft}
 */
export function moveStep(draft, kinds, id, place, index) {
  const found = findStep(draft, kinds, id);
  if (!found || isWithin(draft, kinds, id, place)) return draft;
  const isSame = found.place.owner === place.owner && found.place.path === place.path;
  const to = isSame && index > found.index ? index - 1 : index;
  if (isSame && to === found.index) return draft;
  return insertSteps(removeStep(draft, kinds, id), kinds, place, to, [found.step]);
}

/** Whether a list is in a step. @param {Draft} draft @param {Kinds} kinds @param {string} id @param {Place} place */
export function isWithin(draft, kinds, id, { owner }) {
  if (owner === null) return false;
  return owner === id || (findStep(draft, kinds, owner)?.parents.includes(id) ?? false);
}

/** Copies of steps with new ids; their expressions follow the new ids. @param {Draft} draft @param {Kinds} kinds @param {Step[]} steps @returns {Step[]} */
export function copiesOf(draft, kinds, steps) {
  const taken = new Set([...everyStep(draft, kinds)].map(({ step }) => step.id));
  const copies = structuredClone(steps);
  /** @type {Record<string, string>} */
  const names = {};
  for (const { step } of everyStep({ variables: [], steps: copies, onError: [] }, kinds)) {
    const id = freeId(step.id, taken);
    taken.add(id);
    names[step.id] = id;
    step.id = id;
  }
  return JSON.parse(JSON.stringify(copies), (key, value) =>
    typeof value !== 'string' || key === 'id'
      ? value
      : value.replace(/\btasks\.([a-z][a-z0-9_]*)/g, (whole, id) =>
          Object.hasOwn(names, id) ? `tasks.${names[id]}` : whole,
        ),
  );
}

/** A new step. @param {Draft} draft @param {Kinds} kinds @param {string} kind @param {Record<string, unknown>} [settings] @returns {Step} */
export function newStep(draft, kinds, kind, settings = {}) {
  const taken = new Set([...everyStep(draft, kinds)].map(({ step }) => step.id));
  return { ...structuredClone(kinds[kind].blank), id: freeId(kind, taken), kind, ...settings };
}

/** How many levels of steps are in a step, itself included. @param {Step} step @param {Kinds} kinds @returns {number} */
export const depthOf = (step, kinds) =>
  1 + Math.max(0, ...lanesOf(step, kinds).flatMap(({ steps }) => steps.map((one) => depthOf(one, kinds))));

/** @param {string} base @param {Set<string>} taken */
function freeId(base, taken) {
  const stem = base.replace(/_\d+$/, '').slice(0, 40);
  if (!taken.has(stem)) return stem;
  for (let n = 2; ; n++) if (!taken.has(`${stem}_${n}`)) return `${stem}_${n}`;
}

/** @param {Draft} draft @param {Kinds} kinds @param {Place} place @param {(steps: Step[]) => Step[]} change @returns {Draft} */
function withList(draft, kinds, { owner, path }, change) {
  if (owner === null) return { ...draft, [path]: change(draft[/** @type {'steps'} */ (path)]) };
  const within = (/** @type {Step[]} */ steps) => steps.map(inStep);
  /** @param {Step} step @returns {Step} */
  const inStep = (step) => {
    let next = step;
    for (const lane of lanesOf(step, kinds)) {
      const isIt = step.id === owner && lane.place.path === path;
      const steps = isIt ? change(lane.steps) : within(lane.steps);
      if (isIt || steps.some((one, i) => one !== lane.steps[i])) next = withLane(next, lane, steps);
    }
    return next;
  };
  return { ...draft, steps: keep(draft.steps, within), onError: keep(draft.onError, within) };
}

/** The same list if nothing in it changed. @param {Step[]} steps @param {(steps: Step[]) => Step[]} change */
function keep(steps, change) {
  const next = change(steps);
  return next.some((one, i) => one !== steps[i]) ? next : steps;
}

/** @param {Step} step @param {Lane} lane @param {Step[]} steps @returns {Step} */
function withLane(step, { list: { name, inner }, entry }, steps) {
  if (entry === null || inner === null) return { ...step, [name]: steps };
  return {
    ...step,
    [name]: step[name].map((/** @type {any} */ one, /** @type {number} */ i) =>
      i === entry ? { ...one, [inner]: steps } : one,
    ),
  };
}
