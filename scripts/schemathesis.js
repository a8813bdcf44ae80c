import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startTestServer } from '@plinth/server/testing';

/**
 * Schemathesis against the API's own description, as an admin and as a user with few rights: no answer of 5xx, none with
 * a status or a shape that the description does not name. It is a Python program and no part of `npm test`:
 *
 *   python3 -m venv /tmp/schemathesis && /tmp/schemathesis/bin/pip install schemathesis
 *   SCHEMATHESIS=/tmp/schemathesis/bin/schemathesis node scripts/schemathesis.js [cases of each operation=300] [seed=1] [who=ada,admin]
 */
const [examples = '300', seed = '1', people = 'ada,admin'] = process.argv.slice(2);
const program = process.env.SCHEMATHESIS ?? 'schemathesis';

/** Left out: a stream without end, and edits that remove what is described. They have their own tests. */
const LEFT_OUT = ['/changes', '/edits', '/revisions/{id}/undo', '/revisions/{id}/redo'];

/**
 * Valid values may be refused (taken, missing, not the caller's), which no schema can express. In bulk requests each
 * row has its own result in a 200 response, and a number is accepted as text.
 */
const CONFIG = `
continue-on-failure = true
[checks]
positive_data_acceptance.enabled = false
negative_data_rejection.expected-statuses = [400, 401, 403, 404, 405, 409, 412, 413, 415, 416, 422]
[[operations]]
include-operation-id-regex = "^(create|update|put|update_many|delete_many)_"
checks.negative_data_rejection.enabled = false
`;

const TYPES = [
  ...['text', 'long_text', 'rich_text', 'integer', 'decimal', 'money', 'percent', 'rating', 'boolean', 'date'],
  ...['date_time', 'time', 'duration', 'colour', 'email', 'url', 'phone', 'json', 'uuid', 'file', 'image', 'user'],
];
const everything = { read: 'all', create: 'all', update: 'all', delete: 'all' };
const own = { read: 'own', create: 'all', update: 'own', delete: 'own' };

const server = await startTestServer({ users: { ada: ['user'] }, logLevel: 'warn' });
const folder = await mkdtemp(path.join(tmpdir(), 'plinth-schemathesis-'));
try {
  await addTables();
  let failed = false;
  for (const who of people.split(',')) failed = (await run(who)) !== 0 || failed;
  const errors = server
    .log()
    .split('\n')
    .filter((line) => line.includes('"request failed"'));
  for (const line of errors) console.error(line);
  process.exitCode = failed || errors.length > 0 ? 1 : 0;
} finally {
  await server.close();
  await rm(folder, { recursive: true, force: true });
}

async function addTables() {
  const { data, system } = server;
  const edit = (/** @type {string} */ name, /** @type {any} */ input) => data.edit(system, name, input);
  const relation = (/** @type {string} */ name, /** @type {string} */ type, /** @type {string} */ table) => ({
    name,
    type,
    attributes: { table },
  });
  const options = ['a', 'b'].map((value) => ({ value, label: value }));
  const name = { name: 'name', type: 'text', required: true, unique: true };
  await edit('add-table', {
    name: 'projects',
    access: { user: { read: 'all', create: 'all', update: { rule: 'row.open == true' } } },
    fields: [name, { name: 'open', type: 'boolean', default: true }, { name: 'code', type: 'integer', unique: true }],
  });
  await edit('add-table', {
    name: 'tags',
    key: 'uuid',
    access: { user: everything },
    fields: [{ name: 'word', type: 'text' }],
  });
  await edit('add-table', {
    name: 'things',
    owner: 'owner',
    access: { user: own },
    fields: [
      { name: 'owner', type: 'user' },
      ...TYPES.map((type) => ({ name: `f_${type}`, type })),
      { name: 'f_select', type: 'select', attributes: { options } },
      { name: 'f_multi', type: 'multi_select', attributes: { options } },
      relation('f_project', 'relation', 'projects'),
      relation('f_tags', 'many_to_many', 'tags'),
      { name: 'f_formula', type: 'integer', formula: 'row.f_integer + 1' },
    ],
  });
  await edit('set-access', { table: 'things', fields: { f_money: { read: ['staff'], write: ['staff'] } } });
  const project = await data.rows.insert(system, 'projects', { name: 'Bridge' });
  const tag = await data.rows.insert(system, 'tags', { word: 'x' });
  const { user } = await server.as('ada');
  const rows = Array.from({ length: 5 }, (_, i) => ({
    owner: user.id,
    f_integer: i,
    f_project: project.id,
    f_tags: [tag.id],
  }));
  await data.rows.insertMany(system, 'things', rows);
}

/** @param {string} who @returns {Promise<number | null>} */
async function run(who) {
  const { user } = await server.as(who);
  const { token } = await server.data.people.apiTokens.create(server.system, user.id, { name: 'schemathesis' });
  const authorization = `Bearer ${token}`;
  const document = path.join(folder, `${who}.json`);
  const described = await fetch(`${server.url}/api/v1/openapi.json`, { headers: { authorization } });
  const { paths, ...rest } = /** @type {any} */ (await described.json());
  const tried = Object.fromEntries(Object.entries(paths).filter(([name]) => !LEFT_OUT.includes(name)));
  await writeFile(document, JSON.stringify({ ...rest, paths: tried }));
  await writeFile(path.join(folder, 'schemathesis.toml'), CONFIG);
  console.log(`\n${who}: ${Object.keys(tried).length} paths`);
  const options = ['--url', `${server.url}/api/v1`, '-H', `Authorization: ${authorization}`, '--no-color'];
  const child = spawn(program, ['run', document, ...options, '--max-examples', examples, '--seed', seed], {
    cwd: folder,
    stdio: 'inherit',
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
}
