/** @import { FieldInfo, TableInfo } from './visible-tables.js' */
/** @import { Caller } from './shared-paths.js' */

/**
 * A call that can be tried: `path` under /api/v1 with its query, `says` a key of the texts, `body` an example.
 *
 * @typedef {{ id: string, method: string, path: string, says: string, right: string, body: string | null, upload?: boolean }} Call
 * @typedef {{ name: string, tables: TableInfo[] }} Target
 */

/** What the page to be read shows. @param {readonly TableInfo[]} tables @param {Caller} caller */
export function docsModel(tables, caller) {
  const files = tables.flatMap((table) => table.fields.filter(isFile).map((field) => ({ table, field })));
  return {
    tables: tables.map((table) => ({ ...table, calls: tableCalls(table) })),
    groups: [
      {
        id: '_transactions',
        title: 'api.docs.transactions',
        says: 'api.docs.transactions.lead',
        calls: transactionCalls(tables),
      },
      { id: '_files', title: 'api.docs.files', says: 'api.docs.files.lead', calls: fileCalls(files, caller) },
      { id: '_edits', title: 'api.docs.edits', says: 'api.docs.edits.lead', calls: caller.isAdmin ? EDIT_CALLS : [] },
    ].filter(({ calls }) => calls.length > 0),
  };
}

/** @param {TableInfo} table @returns {Call[]} */
function tableCalls({ name, key, rights, fields }) {
  const rows = `/tables/${name}/rows`;
  const row = `${rows}/${key === 'uuid' ? '00000000-0000-7000-8000-000000000000' : 1}`;
  const inputs = fields.filter(({ readOnly }) => !readOnly);
  const values = exampleOf(inputs.filter((field, i) => field.required || (i < 5 && exampleValue(field) !== null)));
  const change = exampleOf(inputs.slice(0, 1));
  const unique = inputs.find((field) => field.unique);
  const expand = fields.find(({ target, name: field }) => target && !field.endsWith('_by'))?.name;
  const order =
    fields.find(({ type }) => type !== 'json' && type !== 'many_to_many' && type !== 'multi_select')?.name ?? 'id';
  /** @param {string} id @param {string} method @param {string} path @param {string} right @param {object | null} [body] @returns {Call} */
  const call = (id, method, path, right, body = null) => ({
    ...{ id: `${name}.${id}`, method, path, right, says: `api.docs.${id}` },
    body: body && JSON.stringify(body, null, 2),
  });
  /** @type {[string, Call][]} */
  const all = [
    ['read', call('list', 'GET', `${rows}?limit=10&sort=-${order}${expand ? `&expand=${expand}` : ''}`, rights.read)],
    ['read', call('group', 'GET', `${rows}?group=${order}&aggregate=count`, rights.read)],
    ['read', call('get', 'GET', row, rights.read)],
    ['create', call('create', 'POST', rows, rights.create, values)],
    ['update', call('update', 'PATCH', row, rights.update, change)],
    ...(unique
      ? [
          /** @type {[string, Call]} */ ([
            'update',
            call('put', 'PUT', `${rows}?by=${unique.name}`, rights.update, { ...exampleOf([unique]), ...change }),
          ]),
        ]
      : []),
    ['delete', call('delete', 'DELETE', row, rights.delete)],
  ];
  return all.filter(([right]) => rights[/** @type {'read'} */ (right)] !== 'none').map(([, one]) => one);
}

/** @param {readonly TableInfo[]} tables @returns {Call[]} */
function transactionCalls(tables) {
  const makes = tables.find(({ rights }) => rights.create !== 'none');
  if (!makes) return [];
  const points = makes.fields.find(({ target, readOnly }) => target === makes.name && !readOnly);
  const values = exampleOf(makes.fields.filter((field) => field.required && !field.readOnly));
  const step = { op: 'insert', table: makes.name, values };
  const second = { ...step, values: { ...values, ...(points && { [points.name]: { row: 0 } }) } };
  const body = JSON.stringify({ steps: [step, second] }, null, 2);
  return [
    {
      id: '_transactions.run',
      method: 'POST',
      path: '/transactions',
      says: 'api.docs.transaction',
      right: 'all',
      body,
    },
  ];
}

/** @param {readonly { table: TableInfo, field: FieldInfo }[]} found @param {Caller} caller @returns {Call[]} */
function fileCalls(found, { isAdmin }) {
  const target = found.find(({ field }) => !field.readOnly);
  if (!target && !isAdmin) return [];
  const query = target ? `?table=${target.table.name}&field=${target.field.name}` : '?folder=';
  const id = '00000000-0000-7000-8000-000000000000';
  const call = (/** @type {string} */ name, /** @type {string} */ method, /** @type {string} */ path) => ({
    ...{ id: `_files.${name}`, method, path, says: `api.docs.file.${name}`, right: 'all', body: null },
  });
  return [
    { ...call('upload', 'POST', `/files${query}`), upload: true },
    call('get', 'GET', `/files/${id}`),
    call('content', 'GET', `/files/${id}/content`),
    call('delete', 'DELETE', `/files/${id}`),
  ];
}

/** @type {Call[]} */
const EDIT_CALLS = [
  {
    ...{ id: '_edits.edit', method: 'POST', path: '/edits', says: 'api.docs.edit', right: 'all' },
    body: JSON.stringify(
      { edit: 'add-table', input: { name: 'notes', fields: [{ name: 'title', type: 'text' }] }, dryRun: true },
      null,
      2,
    ),
  },
  {
    id: '_edits.revisions',
    method: 'GET',
    path: '/revisions?limit=5',
    says: 'api.docs.revisions',
    right: 'all',
    body: null,
  },
];

/** @param {readonly FieldInfo[]} fields */
const exampleOf = (fields) => Object.fromEntries(fields.map((field) => [field.name, exampleValue(field)]));

/** @type {Record<string, unknown>} */
const EXAMPLES = {
  ...{ boolean: true, integer: 1, rating: 4, duration: 3600, decimal: '1.50', money: '9.90', percent: '12.5' },
  ...{ date: '2026-11-21', date_time: '2026-11-21T09:30:00.000Z', time: '09:30', colour: '#2a5bd7' },
  ...{ email: 'ada@example.com', url: 'https://example.com', phone: '+49 30 1234567', json: { any: 'thing' } },
  ...{ uuid: '00000000-0000-7000-8000-000000000000', many_to_many: [], multi_select: [] },
};

/** @param {FieldInfo} field */
function exampleValue({ type, label, target, schema, attributes }) {
  if (type in EXAMPLES) return EXAMPLES[type];
  const options = /** @type {any[] | undefined} */ (attributes.options);
  if (options?.length) return options[0]?.value ?? options[0];
  if (target) return [schema.type].flat().includes('integer') ? 1 : null;
  return label;
}

/** @param {FieldInfo} field */
const isFile = ({ type }) => type === 'file' || type === 'image';
