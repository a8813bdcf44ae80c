// Mistakes that can be seen in a function's code without running it: tables, fields and imports that do not exist, and values that
// do not fit their field. What can't be known, such as a table in a variable, is left alone. Pure: the syntax tree, the text and the
// schema in, the mistakes out.

/**
 * @typedef {{ name: string, label: string, kind?: string, isAutomatic?: boolean }} SchemaField kind: number, boolean or date
 * @typedef {{ tables: Record<string, { label: string, fields: SchemaField[] }>, modules?: readonly string[] }} Schema
 * @typedef {{ from: number, to: number, word: string, name: string }} Mistake word: which text tells of it
 * @typedef {any} SyntaxNode of Lezer
 */

/** Methods whose object holds values of a row, and at which place. @type {Record<string, number>} */
const VALUES = { insert: 0, update: 1 };
/** Options that name fields. */
const NAMES = new Set(['sort', 'fields', 'group', 'sum', 'avg', 'min', 'max']);
/** In `where`: what a field is compared with. */
const COMPARED = new Set(['eq', 'ne', 'lt', 'lte', 'gt', 'gte']);
const LITERALS = /** @type {Record<string, string>} */ ({
  String: 'text',
  Number: 'number',
  BooleanLiteral: 'boolean',
});

/** @param {any} tree of Lezer's JavaScript parser @param {string} text @param {Schema} schema @returns {Mistake[]} */
export function mistakesIn(tree, text, schema) {
  /** @type {Mistake[]} */
  const found = [];
  const textOf = (/** @type {SyntaxNode} */ node) => text.slice(node.from, node.to);
  const note = (/** @type {SyntaxNode} */ node, /** @type {string} */ word, /** @type {string} */ name) =>
    found.push({ from: node.from, to: node.to, word, name });
  const context = { textOf, note, schema, variables: variablesIn(tree, textOf) };
  tree.iterate({
    enter(/** @type {SyntaxNode} */ { node }) {
      if (node.name === 'CallExpression') checkCall(context, node);
      if (node.name === 'ImportDeclaration' || node.name === 'ExportDeclaration') checkImport(context, node);
    },
  });
  return found;
}

/** @typedef {{ textOf: (node: SyntaxNode) => string, note: (node: SyntaxNode, word: string, name: string) => unknown, schema: Schema, variables: Map<string, string> }} Context */

/** Tables by the name of the variable that holds their rows. A name that is used twice may be anything. @param {any} tree @param {Context['textOf']} textOf */
function variablesIn(tree, textOf) {
  /** @type {Map<string, string>} */
  const tables = new Map();
  const seen = new Set();
  tree.iterate({
    enter(/** @type {SyntaxNode} */ { node }) {
      if (node.name !== 'VariableDefinition') return;
      const name = textOf(node);
      const value = node.nextSibling?.nextSibling;
      const table = value?.name === 'CallExpression' ? literalTable(value, textOf) : null;
      if (table && !seen.has(name)) tables.set(name, table);
      else tables.delete(name);
      seen.add(name);
    },
  });
  return tables;
}

/** The table of `plinth.rows('table')`. @param {SyntaxNode} call @param {Context['textOf']} textOf @returns {string | null} */
function literalTable(call, textOf) {
  const given = isRows(call, textOf) ? args(call)[0] : null;
  return given?.name === 'String' ? textOf(given).slice(1, -1) : null;
}

/** @param {SyntaxNode} call @param {Context['textOf']} textOf */
const isRows = (call, textOf) => /^plinth\s*\.\s*rows$/.test(call.firstChild ? textOf(call.firstChild) : '');

/** @param {SyntaxNode} call @returns {SyntaxNode[]} */
const args = (call) => children(call.getChild('ArgList')).filter(({ name }) => !/^[(),]$/.test(name));

/** @param {SyntaxNode | null} node @returns {SyntaxNode[]} */
function children(node) {
  const all = [];
  for (let child = node?.firstChild; child; child = child.nextSibling) all.push(child);
  return all;
}

/** @param {Context} context @param {SyntaxNode} call */
function checkCall(context, call) {
  const { textOf, schema, note, variables } = context;
  const named = literalTable(call, textOf);
  if (named !== null && !Object.hasOwn(schema.tables, named)) note(args(call)[0], 'noTable', named);
  const target = call.firstChild;
  if (target?.name !== 'MemberExpression') return;
  const [object] = children(target);
  const method = target.getChild('PropertyName');
  const table = object.name === 'CallExpression' ? literalTable(object, textOf) : variables.get(textOf(object));
  if (!method || !table || !Object.hasOwn(schema.tables, table)) return;
  const fields = new Map(schema.tables[table].fields.map((field) => [field.name, field]));
  const name = textOf(method);
  if (Object.hasOwn(VALUES, name)) checkValues(context, fields, args(call)[VALUES[name]]);
  if (name === 'list' || name === 'aggregate') checkOptions(context, fields, args(call)[0]);
}

/** @typedef {Map<string, SchemaField>} Fields */

/** @param {Context} context @param {SyntaxNode | undefined} object @returns {{ key: SyntaxNode, name: string, value: SyntaxNode | null }[]} */
function properties({ textOf }, object) {
  if (object?.name !== 'ObjectExpression') return [];
  return object.getChildren('Property').flatMap((/** @type {SyntaxNode} */ property) => {
    const key = property.firstChild;
    if (!['PropertyDefinition', 'String'].includes(key?.name)) return [];
    const name = key.name === 'String' ? textOf(key).slice(1, -1) : textOf(key);
    return [{ key, name, value: key.nextSibling?.name === ':' ? key.nextSibling.nextSibling : null }];
  });
}

/** @param {Context} context @param {Fields} fields @param {SyntaxNode | undefined} object */
function checkValues(context, fields, object) {
  for (const { key, name, value } of properties(context, object)) {
    const field = fields.get(name);
    if (!field) context.note(key, 'noField', name);
    else if (field.isAutomatic) context.note(key, 'automatic', name);
    else checkLiteral(context, field, value);
  }
}

/** @param {Context} context @param {Fields} fields @param {SyntaxNode | undefined} object */
function checkOptions(context, fields, object) {
  for (const { name, value } of properties(context, object)) {
    if (name === 'where') checkWhere(context, fields, value);
    if (!NAMES.has(name) || !value) continue;
    const texts = value.name === 'ArrayExpression' ? value.getChildren('String') : [value];
    for (const one of texts) if (one.name === 'String') checkName(context, fields, one);
  }
}

/** `-amount`, `placed:month`, and paths such as `author.name`, of which only the first part is known. @param {Context} context @param {Fields} fields @param {SyntaxNode} text */
function checkName({ textOf, note }, fields, text) {
  const [, name] = /^.-?([A-Za-z_]\w*)/.exec(textOf(text)) ?? [];
  if (name && !fields.has(name)) note(text, 'noField', name);
}

/** @param {Context} context @param {Fields} fields @param {SyntaxNode | null} object */
function checkWhere(context, fields, object) {
  for (const { key, name, value } of properties(context, object)) {
    const field = fields.get(name.split('.')[0]);
    if (!field) context.note(key, 'noField', name.split('.')[0]);
    else if (!name.includes('.')) checkComparison(context, field, value);
  }
}

/** @param {Context} context @param {SchemaField} field @param {SyntaxNode | null} value */
function checkComparison(context, field, value) {
  if (value?.name === 'ArrayExpression') for (const one of children(value)) checkLiteral(context, field, one);
  for (const one of properties(context, value ?? undefined))
    if (COMPARED.has(one.name)) checkLiteral(context, field, one.value);
  checkLiteral(context, field, value);
}

/** @param {Context} context @param {SchemaField} field @param {SyntaxNode | null} value */
function checkLiteral({ textOf, note }, { name, kind }, value) {
  const literal = LITERALS[value?.name];
  if (!literal || !kind) return;
  const text = textOf(value).slice(1, -1);
  const fits = {
    number: literal === 'number' || (literal === 'text' && text.trim() !== '' && !Number.isNaN(Number(text))),
    boolean: literal === 'boolean',
    date: literal === 'text' && /^\d{4}-\d{2}-\d{2}/.test(text),
  }[kind];
  if (fits === false) note(value, `${kind}Expected`, name);
}

/** @param {Context} context @param {SyntaxNode} statement */
function checkImport({ textOf, note, schema }, statement) {
  const source = statement.getChild('String');
  const name = source ? textOf(source).slice(1, -1) : null;
  if (name !== null && !schema.modules?.includes(name)) note(source, 'noModule', name);
}
