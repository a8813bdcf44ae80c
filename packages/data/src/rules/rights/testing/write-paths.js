import { Readable } from 'node:stream';
import { AppError } from '@plinth/plugin';
import { BASE, TEAMS } from './workshop.js';
import { anyJob } from './workshop-rules.js';

/** @import { Job } from './workshop.js' */
/** @import { Round } from './compare-writes.js' */
/** @typedef {{ expected: boolean, found: string, what: unknown, size?: number }} Compared */
/** @typedef {(round: Round) => Promise<Compared[]>} WritePath */

/** @param {Round} round @param {string} who */
const actorOf = ({ workshop }, who) => (who === 'ada' ? workshop.ada : workshop.ben);

/** @param {Round} round */
const anybody = ({ random }) => random.one(['ada', 'ben']);

/** A job as input for the gate. @param {Round} round @param {Partial<Job> & { title?: string }} job */
function valuesOf({ workshop: { people }, ids }, { title, count, person, team, parent, crew, pals }) {
  return {
    ...(title !== undefined && { title }),
    ...(count !== undefined && { count }),
    ...(person !== undefined && { person: person && people[person] }),
    ...(team !== undefined && { team: team && Object.keys(TEAMS).indexOf(team) + 1 }),
    ...(parent !== undefined && { parent: parent && ids[parent] }),
    ...(crew !== undefined && { crew: crew.map((name) => people[name]) }),
    ...(pals !== undefined && { pals: pals.map((pal) => ids[pal]) }),
  };
}

/** Some of a job's values. @param {Round} round @returns {Partial<Job>} */
function anyChanges({ random }) {
  return Object.fromEntries(random.some(Object.entries(anyJob(random))));
}

/** @param {Promise<any>} work @param {(row: any) => void} [done] */
const told = (work, done = () => {}) =>
  work.then(
    (row) => {
      done(row);
      return 'done';
    },
    (error) => {
      if (error instanceof AppError && ['FORBIDDEN', 'ROW_IN_USE'].includes(error.code)) return 'refused';
      throw error;
    },
  );

/** Outcomes of each of many. @param {number} count @param {{ errors: { index: number, error: AppError }[] }} result */
function toldEach(count, { errors }) {
  const refused = new Map(errors.map(({ index, error }) => [index, error]));
  for (const error of refused.values()) if (!['FORBIDDEN', 'ROW_IN_USE'].includes(error.code)) throw error;
  return Array.from({ length: count }, (_, i) => (refused.has(i) ? 'refused' : 'done'));
}

/** New jobs, and whether the model makes them. @param {Round} round @param {number} count @param {string} [by] */
function newJobs(round, count, by) {
  return Array.from({ length: count }, () => {
    const [who, title, job] = [by ?? anybody(round), round.title(), anyJob(round.random)];
    const expected = round.writer.single(() => round.writer.insert(who, title, job));
    return { who, title, job, expected, values: valuesOf(round, { title, ...job }) };
  });
}

/** Single rows of several people, which share their statements. @type {WritePath} */
async function inserts(round) {
  const made = newJobs(round, round.rows);
  const { rows } = round.workshop.data;
  const found = await Promise.all(
    made.map(({ who, title, values }) =>
      told(rows.insert(actorOf(round, who), 'jobs', values), ({ id }) => (round.ids[title] = id)),
    ),
  );
  return made.map(({ expected, ...what }, i) => ({ expected, found: found[i], what }));
}

/** @type {WritePath} */
async function insertMany(round) {
  const who = anybody(round);
  const made = newJobs(round, round.rows, who);
  const result = await round.workshop.data.rows.insertMany(
    actorOf(round, who),
    'jobs',
    made.map(({ values }) => values),
  );
  const found = toldEach(made.length, result);
  const titles = made.filter((_, i) => found[i] === 'done').map(({ title }) => title);
  for (const [i, title] of titles.entries()) round.ids[title] = result.done[i].id;
  return made.map(({ expected, ...what }, i) => ({ expected, found: found[i], what }));
}

/** Jobs that are there, each once. @param {Round} round @param {number} most */
function known({ state, random, ids }, most) {
  const titles = Object.keys(state.jobs).filter((title) => ids[title] !== undefined);
  const from = random.whole(titles.length);
  return [...titles.slice(from), ...titles.slice(0, from)].slice(0, most);
}

/** @type {WritePath} */
async function updates(round) {
  const wanted = known(round, round.rows).map((title) => {
    const [who, changes] = [anybody(round), anyChanges(round)];
    const expected = round.writer.single(() => round.writer.update(who, title, changes));
    return { who, title, changes, expected };
  });
  const { rows } = round.workshop.data;
  const found = await Promise.all(
    wanted.map(({ who, title, changes }) =>
      told(rows.update(actorOf(round, who), 'jobs', round.ids[title], valuesOf(round, changes))),
    ),
  );
  return wanted.map(({ expected, ...what }, i) => ({ expected, found: found[i], what }));
}

/** @type {WritePath} */
async function updateMany(round) {
  const [who, changes, titles] = [anybody(round), anyChanges(round), known(round, round.rows)];
  const expected = titles.map((title) => round.writer.single(() => round.writer.update(who, title, changes)));
  const ids = titles.map((title) => round.ids[title]);
  const { rows } = round.workshop.data;
  const found = toldEach(
    titles.length,
    await rows.updateMany(actorOf(round, who), 'jobs', ids, valuesOf(round, changes)),
  );
  return titles.map((title, i) => ({ expected: expected[i], found: found[i], what: { who, title, changes } }));
}

/** @type {WritePath} */
async function csvImport(round) {
  const who = anybody(round);
  const made = newJobs(round, round.rows, who);
  const names = ['title', 'count', 'person', 'team', 'parent', 'crew', 'pals'];
  const lines = made.map(({ title, job }) =>
    names
      .map((name) => ({ title, ...job })[/** @type {keyof Job} */ (name)] ?? '')
      .map((cell) => (Array.isArray(cell) ? cell.join(';') : cell)),
  );
  const text = [names, ...lines].map((cells) => cells.join(',')).join('\n');
  const columns = names.map((field) => ({ header: field, field }));
  const { csv } = /** @type {any} */ (round.workshop.data);
  const { rejected } = await csv.import(actorOf(round, who), Readable.from([Buffer.from(text)]), {
    table: 'jobs',
    columns,
    mode: 'good-rows',
  });
  const refused = new Set(rejected.map((/** @type {any} */ { line }) => line - 2));
  const { rows } = await round.workshop.data.db.query('select id, title from app.jobs');
  for (const { id, title } of rows) round.ids[title] = id;
  return made.map(({ expected, ...what }, i) => ({ expected, found: refused.has(i) ? 'refused' : 'done', what }));
}

/** Steps of one transaction, each by itself. @type {WritePath} */
async function alone(round) {
  const who = anybody(round);
  const titles = known(round, 6);
  const wanted = Array.from({ length: 12 }, (_, i) => {
    if (i % 2 === 0) {
      const [one] = newJobs(round, 1, who);
      return { ...one, step: { op: /** @type {const} */ ('insert'), table: 'jobs', values: one.values } };
    }
    const title = titles[i >> 1] ?? titles[0];
    const changes = anyChanges(round);
    const expected = round.writer.single(() => round.writer.update(who, title, changes));
    const values = valuesOf(round, changes);
    return {
      title,
      expected,
      step: { op: /** @type {const} */ ('update'), table: 'jobs', id: round.ids[title], values },
    };
  });
  const outcomes = await round.workshop.data.rows.transact(
    actorOf(round, who),
    wanted.map(({ step }) => step),
    { alone: true },
  );
  return wanted.map(({ expected, title, step }, i) => {
    const { row, error } = outcomes[i];
    if (row) round.ids[title] = row.id;
    else if (error?.code !== 'FORBIDDEN') throw error;
    return { expected, found: row ? 'done' : 'refused', what: { who, step } };
  });
}

/** @param {Round} round @param {string} who @param {any[]} steps @param {string[]} titles of new rows, by their step */
function anyStep(round, who, steps, titles) {
  const { random, state, writer } = round;
  const at = steps.length;
  const made = Object.keys(titles).map(Number);
  const target = () => {
    const earlier = made.length > 0 && random.chance(0.6) ? random.one(made) : null;
    if (earlier !== null) return { title: titles[earlier], id: { row: earlier } };
    const title = random.one(BASE);
    return { title, id: round.ids[title] };
  };
  switch (random.whole(6)) {
    case 0:
    case 1: {
      const [title, job] = [round.title(), anyJob(random)];
      titles[at] = title;
      steps.push({ op: 'insert', table: 'jobs', values: valuesOf(round, { title, ...job }) });
      return () => writer.insert(who, title, job);
    }
    case 2: {
      const [{ title, id }, changes] = [target(), anyChanges(round)];
      steps.push({ op: 'update', table: 'jobs', id, values: valuesOf(round, changes) });
      return () => writer.update(who, title, changes);
    }
    case 3: {
      const { title, id } = target();
      if (BASE.includes(title)) return anyStep(round, who, steps, titles);
      steps.push({ op: 'delete', table: 'jobs', id });
      delete titles[made.find((step) => titles[step] === title) ?? -1];
      return () => writer.remove(who, title);
    }
    case 4: {
      const title = made.length > 0 ? titles[random.one(made)] : null;
      const taken = (/** @type {any} */ step) => step.table === 'passes' && titles[step.values.job.row] === title;
      if (title === null || steps.some(taken)) return anyStep(round, who, steps, titles);
      const code = `p${title}`;
      steps.push({
        op: 'insert',
        table: 'passes',
        values: { code, job: { row: made.find((step) => titles[step] === title) } },
      });
      return () => void (state.passes[code] = { job: title });
    }
    default: {
      const [{ title, id }, label, amount] = [target(), round.title(), random.whole(6)];
      steps.push({ op: 'insert', table: 'steps', values: { label, amount, job: id } });
      return () => void (state.steps[label] = { amount, job: title });
    }
  }
}

/** Several steps, all or nothing, child rows of new and of old rows among them. @type {WritePath} */
async function transactions(round) {
  /** @type {Compared[]} */
  const compared = [];
  for (let i = 0; i < 8; i++) {
    const who = anybody(round);
    /** @type {any[]} */
    const steps = [];
    /** @type {string[]} */
    const titles = [];
    const works = Array.from({ length: 2 + round.random.whole(5) }, () => anyStep(round, who, steps, titles));
    const expected = round.writer.whole(() => works.forEach((work) => work()));
    const { rows } = round.workshop.data;
    const found = await told(rows.transact(actorOf(round, who), steps), (outcomes) => {
      for (const [at, title] of Object.entries(titles)) round.ids[title] = outcomes[Number(at)].row.id;
    });
    compared.push({ expected, found, what: { who, steps }, size: steps.length });
  }
  return compared;
}

/** A row with its child rows. @type {WritePath} */
async function trees(round) {
  const { random, state, writer } = round;
  /** @type {Compared[]} */
  const compared = [];
  for (let i = 0; i < 8; i++) {
    const who = anybody(round);
    const old = random.chance(0.5) ? random.one(BASE) : null;
    const title = old ?? round.title();
    const changes = old ? anyChanges(round) : anyJob(random);
    const made = Array.from({ length: random.whole(4) }, () => ({ label: round.title(), amount: random.whole(6) }));
    const gone = Object.keys(state.steps).filter(
      (label) => /^s/.test(label) && old && state.steps[label].job === old && random.chance(0.4),
    );
    const expected = writer.whole(() => {
      if (old) writer.update(who, title, changes);
      else writer.insert(who, title, /** @type {Job} */ (changes));
      for (const label of gone) delete state.steps[label];
      for (const { label, amount } of made) state.steps[label] = { amount, job: title };
    });
    const rows = [
      ...made.map((values) => ({ id: null, values })),
      ...gone.map((label) => ({ id: Number(label.slice(1)), remove: true })),
    ];
    const values = valuesOf(round, old ? changes : { title, ...changes });
    const tree = { table: 'jobs', id: old && round.ids[old], values, children: [{ relation: 'steps.job', rows }] };
    const saved = round.workshop.data.rows.saveTree(actorOf(round, who), tree);
    const found = await told(saved, ({ id }) => (round.ids[title] = id));
    compared.push({ expected, found, what: { who, tree }, size: 1 + rows.length });
  }
  return compared;
}

/** Rows that no relation of others protects from deletion. @type {WritePath} */
async function removals(round) {
  const wanted = known(round, round.rows)
    .filter((title) => !BASE.includes(title))
    .map((title) => {
      const who = anybody(round);
      return { who, title, expected: round.writer.single(() => round.writer.remove(who, title)) };
    });
  const { rows } = round.workshop.data;
  const found = await Promise.all(
    wanted.map(({ who, title }) => told(rows.remove(actorOf(round, who), 'jobs', round.ids[title]))),
  );
  return wanted.map(({ expected, ...what }, i) => ({ expected, found: found[i], what }));
}

/** @type {WritePath} */
async function removeMany(round) {
  const who = anybody(round);
  const titles = known(round, round.rows).filter((title) => !BASE.includes(title));
  const expected = titles.map((title) => round.writer.single(() => round.writer.remove(who, title)));
  const ids = titles.map((title) => round.ids[title]);
  const found = toldEach(titles.length, await round.workshop.data.rows.removeMany(actorOf(round, who), 'jobs', ids));
  return titles.map((title, i) => ({ expected: expected[i], found: found[i], what: { who, title } }));
}

/** Every way to write rows, in the order in which a round takes them. */
export const PATHS = [
  inserts,
  updates,
  insertMany,
  updateMany,
  csvImport,
  alone,
  transactions,
  trees,
  removals,
  removeMany,
];
