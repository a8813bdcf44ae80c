// What can be written at a place of a source. Pure: the text, the position and the schema in, the offers out.

/**
 * @typedef {{ name: string, label: string }} Named
 * @typedef {{ name: string, type: string, label: string, required?: boolean, options?: Named[], items?: Setting[] }} Setting
 * @typedef {{ top: Setting[], config: Setting[], table: string | null, elements: Record<string, Defined>,
 *   actions: Record<string, Defined>, fieldViews: Record<string, Defined>,
 *   tables: Record<string, { label: string, fields: Named[] }>, views: Named[], pages: Named[], roles: Named[] }} Schema
 * @typedef {{ label: string, settings: Setting[] }} Defined
 * @typedef {{ settings: Setting[] } | { node: true } | { one: Setting } | null} Place keys of an object, of a node, or the
 *   value of a setting
 * @typedef {{ indent: number, key: string | null, isItem: boolean, value: string }} Line
 */

const NODE = [
  { name: 'type', type: 'elementType', label: '' },
  { name: 'id', type: 'text', label: '' },
  { name: 'settings', type: 'settings', label: '' },
  { name: 'visible', type: 'visible', label: '' },
  { name: 'at', type: 'at', label: '' },
  { name: 'children', type: 'children', label: '' },
];
const VISIBLE = [
  { name: 'roles', type: 'roles', label: '' },
  { name: 'when', type: 'expression', label: '' },
];
const SIZE = [
  { name: 'width', type: 'integer', label: '' },
  { name: 'order', type: 'integer', label: '' },
  { name: 'hidden', type: 'boolean', label: '' },
];
/** @type {Record<string, Setting[]>} */
const SHAPES = {
  fieldView: [
    { name: 'view', type: 'fieldViewName', label: '' },
    { name: 'options', type: 'definitionSettings', label: '' },
  ],
  action: [
    { name: 'action', type: 'actionName', label: '' },
    { name: 'config', type: 'definitionSettings', label: '' },
  ],
  sort: [
    { name: 'field', type: 'fieldPath', label: '' },
    { name: 'descending', type: 'boolean', label: '' },
  ],
  visible: VISIBLE,
  at: ['phone', 'tablet', 'desktop'].map((name) => ({ name, type: 'size', label: '' })),
  size: SIZE,
};

/**
 * @param {string} text @param {number} at offset of the cursor @param {Schema} schema
 * @returns {{ from: number, offers: { label: string, detail: string, isKey: boolean }[] } | null}
 */
export function offersAt(text, at, schema) {
  const lines = text.split('\n');
  const row = text.slice(0, at).split('\n').length - 1;
  const start = text.lastIndexOf('\n', at - 1) + 1;
  const typed = text.slice(start, at);
  const value = /^(\s*(?:- )*)([\w-]+):\s+(\S*)$/.exec(typed);
  const key = /^(\s*(?:- )*)([\w-]*)$/.exec(typed);
  if (value) {
    const place = placeOf(lines, row, value[1].length, schema);
    const setting = keysOf(place).find(({ name }) => name === value[2]);
    return setting ? { from: at - value[3].length, offers: valuesOf(setting, schema) } : null;
  }
  if (!key) return null;
  const place = placeOf(lines, row, key[1].length, schema);
  const from = at - key[2].length;
  if (place && 'one' in place) return { from, offers: valuesOf(place.one, schema) };
  const written = siblings(lines, row, key[1].length).map((line) => line.key);
  const keys = keysOf(place).filter(({ name }) => !written.includes(name));
  return {
    from,
    offers: keys.map(({ name, label, required }) => ({
      label: name,
      detail: `${label}${required ? ' *' : ''}`,
      isKey: true,
    })),
  };
}

/** @param {string} text of a line @returns {Line} */
function readLine(text) {
  const [, before, key = null, value = ''] = /^(\s*(?:- )*)(?:([\w-]+):(?:\s+(.*))?$)?/.exec(text) ?? ['', ''];
  return { indent: before.length, key, isItem: before.includes('-'), value: value.trim() };
}

const isBlank = (/** @type {string} */ line) => /^\s*(#.*)?$/.test(line);

/**
 * The lines of the same object around one. @param {readonly string[]} lines @param {number} row @param {number} indent
 */
function siblings(lines, row, indent) {
  /** @type {Line[]} */
  const found = [];
  const own = readLine(lines[row]);
  for (let i = row - 1; i >= 0 && !(own.isItem && i === row); i--) {
    if (isBlank(lines[i])) continue;
    const line = readLine(lines[i]);
    if (line.indent < indent || own.isItem) break;
    if (line.indent > indent) continue;
    found.push(line);
    if (line.isItem) break;
  }
  for (let i = row + 1; i < lines.length; i++) {
    if (isBlank(lines[i])) continue;
    const line = readLine(lines[i]);
    if (line.indent < indent || (line.indent === indent && line.isItem)) break;
    if (line.indent === indent) found.push(line);
  }
  return found;
}

/**
 * The keys on the way to a line, outermost first, each with where it stands.
 *
 * @param {readonly string[]} lines @param {number} row @param {number} indent
 * @returns {{ key: string, row: number, indent: number }[]}
 */
function wayTo(lines, row, indent) {
  const way = [];
  let inner = indent;
  // An item of a list may stand as far left as the key of the list.
  let item = readLine(lines[row]).isItem ? lines[row].search(/-/) : -1;
  for (let i = row - 1; i >= 0 && (inner > 0 || item >= 0); i--) {
    if (isBlank(lines[i])) continue;
    const line = readLine(lines[i]);
    const first = line.isItem ? lines[i].search(/-/) : line.indent;
    if (line.indent === inner && line.isItem && item < 0) item = first;
    const isParent = line.value === '' && line.key && (line.indent < inner || (item >= 0 && line.indent <= item));
    if (!isParent || (item >= 0 && line.indent > item)) continue;
    way.unshift({ key: line.key ?? '', row: i, indent: line.indent });
    inner = line.indent;
    item = line.isItem ? first : -1;
  }
  return way;
}

/**
 * What stands at a place.
 *
 * @param {readonly string[]} lines @param {number} row @param {number} indent @param {Schema} schema @returns {Place}
 */
function placeOf(lines, row, indent, schema) {
  /** @type {Place} */
  let place = { settings: schema.top };
  for (const step of wayTo(lines, row, indent)) {
    const setting = keysOf(place).find(({ name }) => name === step.key);
    if (!setting) return null;
    place = inside(setting, lines, step, schema);
  }
  return place;
}

/** @param {Setting} setting @param {readonly string[]} lines @param {{ row: number, indent: number }} step @param {Schema} schema @returns {Place} */
function inside(setting, lines, { row, indent }, schema) {
  const word = (/** @type {string} */ key) =>
    siblings(lines, row, indent)
      .concat(readLine(lines[row]))
      .find((line) => line.key === key)?.value ?? '';
  if (setting.type === 'layout' || setting.type === 'children') return { node: true };
  if (setting.type === 'settings') return { settings: schema.elements[word('type')]?.settings ?? [] };
  if (setting.type === 'definitionSettings')
    return { settings: (schema.fieldViews[word('view')] ?? schema.actions[word('action')])?.settings ?? [] };
  if (setting.type === 'json' && setting.name === 'config') return { settings: schema.config };
  if (setting.items) return { settings: setting.items };
  if (SHAPES[setting.type]) return { settings: SHAPES[setting.type] };
  return { one: setting };
}

/** @param {Place} place @returns {Setting[]} */
function keysOf(place) {
  if (!place || 'one' in place) return [];
  return 'node' in place ? NODE : place.settings;
}

/** @param {Setting} setting @param {Schema} schema */
function valuesOf(setting, schema) {
  const defined = (/** @type {Record<string, { label: string }>} */ all) =>
    Object.entries(all).map(([name, { label }]) => ({ name, label }));
  const fields = schema.table ? (schema.tables[schema.table]?.fields ?? []) : [];
  const names = /** @type {Record<string, () => Named[]>} */ ({
    elementType: () => defined(schema.elements),
    actionName: () => defined(schema.actions),
    fieldViewName: () => defined(schema.fieldViews),
    table: () => defined(schema.tables),
    view: () => schema.views,
    page: () => schema.pages,
    role: () => schema.roles,
    roles: () => schema.roles,
    field: () => fields,
    fields: () => fields,
    fieldPath: () => fields,
    boolean: () => ['true', 'false'].map((name) => ({ name, label: '' })),
  });
  const found = setting.options ?? names[setting.type]?.() ?? [];
  return found.map(({ name, label }) => ({ label: name, detail: label === name ? '' : label, isKey: false }));
}
