/** @import { ColumnShape, SequenceShape, TableShape } from '../types.d.ts' */
/** @import { Fragment } from '../../../postgres/sql/index.js' */
import { phrase } from '@plinth/plugin';
import { empty, fixed, ident, join, sql } from '../../../postgres/sql/index.js';
import { backupDamaged } from '../errors.js';
import { runOne } from './run-one.js';

/** @typedef {import('pg').Client} Client */

/** Types of PostgreSQL: "numeric(12,2)", "timestamp(3) with time zone", "uuid[]", "character varying(20)". */
const TYPE = /^"?[a-z][a-z0-9_ ]*"?(\(\d+(,-?\d+)?\))?( (with|without) time zone)?(\[\])*$/;
const NUMBER = /^-?\d{1,19}$/;
/** How a constraint of each type begins; the rest is its own grammar and can't become another statement. */
const BEGINS = { p: /^PRIMARY KEY \(/, u: /^UNIQUE /, f: /^FOREIGN KEY \(/, x: /^EXCLUDE /, c: /^/ };
const INDEX = /^CREATE (UNIQUE )?INDEX /;

/** @param {Client} client @param {TableShape} table @param {readonly SequenceShape[]} sequences */
export async function createTable(client, table, sequences) {
  const columns = table.columns.map((column) => columnSql(column, ownedBy(table, column, sequences)));
  await runOne(client, sql`create table ${ident(table.schema, table.name)} (${join(columns)})`);
  if (table.replicaIdentity === 'f' || table.replicaIdentity === 'n') {
    const identity = fixed(table.replicaIdentity === 'f' ? 'full' : 'nothing');
    await runOne(client, sql`alter table ${ident(table.schema, table.name)} replica identity ${identity}`);
  }
}

/** @param {ColumnShape} column @param {SequenceShape | undefined} sequence of its identity */
function columnSql({ name, type, notNull, collation, default: value, identity, generated }, sequence) {
  const parts = [ident(name), checked(type, TYPE)];
  if (collation) parts.push(sql`collate ${ident(...collation)}`);
  if (identity) parts.push(identitySql(identity, sequence));
  else if (generated !== null) parts.push(sql`generated always as (${text(generated)}) stored`);
  else if (value !== null) parts.push(sql`default ${text(value)}`);
  if (notNull) parts.push(fixed('not null'));
  return join(parts, ' ');
}

/** @param {'a' | 'd'} identity @param {SequenceShape | undefined} sequence */
function identitySql(identity, sequence) {
  const options = sequence
    ? sql` (sequence name ${ident(sequence.schema, sequence.name)}${optionsSql(sequence)})`
    : empty;
  return sql`generated ${fixed(identity === 'a' ? 'always' : 'by default')} as identity${options}`;
}

/** A sequence that is no identity's. @param {Client} client @param {SequenceShape} sequence */
export async function createSequence(client, sequence) {
  if (sequence.of?.identity) return;
  const type = checked(sequence.type, TYPE);
  await runOne(client, sql`create sequence ${ident(sequence.schema, sequence.name)} as ${type}${optionsSql(sequence)}`);
}

/** Lets a sequence go together with its column. @param {Client} client @param {SequenceShape} sequence */
export async function ownSequence(client, { schema, name, of }) {
  if (!of || of.identity) return;
  const column = ident(of.schema, of.table, of.column);
  await runOne(client, sql`alter sequence ${ident(schema, name)} owned by ${column}`);
}

/** @param {Client} client @param {SequenceShape} sequence */
export async function setSequence(client, { schema, name, last, called }) {
  if (!NUMBER.test(last)) throw invalid();
  const on = ident(schema, name);
  await runOne(
    client,
    sql`select setval(${text(`'${textOf(on)}'`)}::regclass, ${fixed(last)}, ${fixed(called ? 'true' : 'false')})`,
  );
}

/** @param {Client} client @param {TableShape} table @param {TableShape['constraints'][number]} constraint */
export async function addConstraint(client, table, { name, type, text: definition }) {
  if (!BEGINS[type]?.test(definition)) throw invalid();
  const body = type === 'c' ? sql`check (${text(definition)})` : text(definition);
  const on = ident(table.schema, table.name);
  await runOne(client, sql`alter table ${on} add constraint ${ident(name)} ${body}`);
}

/** @param {Client} client @param {TableShape['indexes'][number]} index */
export const addIndex = (client, index) => runOne(client, checked(index.text, INDEX));

/** @param {SequenceShape} sequence */
function optionsSql({ start, increment, min, max, cycle }) {
  for (const number of [start, increment, min, max]) if (!NUMBER.test(number)) throw invalid();
  const options = `start with ${start} increment by ${increment} minvalue ${min} maxvalue ${max}`;
  return fixed(` ${options} ${cycle ? 'cycle' : 'no cycle'}`);
}

/** @param {TableShape} table @param {ColumnShape} column @param {readonly SequenceShape[]} sequences */
const ownedBy = (table, column, sequences) =>
  sequences.find(
    ({ of }) => of?.identity && of.schema === table.schema && of.table === table.name && of.column === column.name,
  );

/** @param {Fragment} fragment */
const textOf = (fragment) => fragment.texts.join('').replaceAll("'", "''");

/** A definition from the backup, which is run as one statement alone and looked through by `refuseCode`. @param {string} definition */
function text(definition) {
  if (typeof definition !== 'string') throw invalid();
  return fixed(definition);
}

/** @param {string} definition @param {RegExp} pattern */
function checked(definition, pattern) {
  if (typeof definition !== 'string' || !pattern.test(definition)) throw invalid();
  return fixed(definition);
}

const invalid = () => backupDamaged(phrase`its description is not valid`);
