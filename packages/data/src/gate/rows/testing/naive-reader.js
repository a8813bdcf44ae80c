/**
 * What may be read and what matches, as plainly as it can be said: the reference that the SQL is compared with. It
 * knows nothing of how the gate works.
 *
 * @typedef {{ userId: string | null, roles: readonly string[], system: boolean }} Actor
 * @typedef {{ owner: string | null, access: Record<string, any>, points: Record<string, string>, rows: any[] }} World one table
 */

/** @param {Record<string, World>} world @param {Actor} actor @param {'read' | 'update'} [right] */
export function naiveReader(world, actor, right = 'read') {
  /** @param {string} table @param {any} row */
  function mayRead(table, row) {
    if (actor.roles.includes('admin')) return true;
    const { access, owner } = world[table];
    const levels = actor.roles.map((role) => access[role]?.[right] ?? 'none');
    if (levels.includes('all')) return true;
    return levels.includes('own') && owner !== null && actor.userId !== null && row[owner] === actor.userId;
  }

  /** @param {string} table @param {any} row @param {string} path @returns {any} */
  function valueAt(table, row, path) {
    const [first, ...rest] = path.split('.');
    if (rest.length === 0) return row[first];
    const target = world[table].points[first];
    const next = world[target].rows.find(({ id }) => id === row[first]);
    if (!next || (target !== 'users' && !mayRead(target, next))) return null;
    return valueAt(target, next, rest.join('.'));
  }

  /** The key of the row that a relation leads to, if that may be read. @param {string} table @param {any} row @param {string} field */
  function reachable(table, row, field) {
    const target = world[table].points[field];
    const next = world[target].rows.find(({ id }) => id === row[field]);
    return next && mayRead(target, next) ? next.id : undefined;
  }

  /** @param {string} table @param {any} row @param {string} relation */
  function children(table, row, relation) {
    const [child, field] = relation.split('.');
    return world[child].rows.filter((one) => one[field] === row.id && mayRead(child, one));
  }

  /** @param {string} table @param {any} row @param {any} filter @returns {boolean} */
  function matches(table, row, filter) {
    if (filter.all) return filter.all.every((/** @type {any} */ one) => matches(table, row, one));
    if (filter.any) return filter.any.some((/** @type {any} */ one) => matches(table, row, one));
    if (filter.not) return !matches(table, row, filter.not);
    if (filter.child) {
      const [child] = filter.child.split('.');
      const parent = filter.of ? { id: reachable(table, row, filter.of) } : row;
      return children(table, parent, filter.child).some((one) => !filter.where || matches(child, one, filter.where));
    }
    return compare(valueAt(table, row, filter.field), filter.op, filter.value);
  }

  return {
    valueAt,
    children,
    /** @param {string} table @param {any} [filter] */
    rows: (table, filter) =>
      world[table].rows.filter((row) => mayRead(table, row) && (!filter || matches(table, row, filter))),
  };
}

/** @param {any} value @param {string} op @param {any} other */
function compare(value, op, other) {
  const none = value === null || value === undefined;
  if (op === 'empty') return none || value === '';
  if (op === 'filled') return !none && value !== '';
  if (op === 'ne') return none || value !== other;
  if (op === 'lacks') return none || !value.toLowerCase().includes(other.toLowerCase());
  if (none) return false;
  switch (op) {
    case 'eq':
      return value === other;
    case 'lt':
      return value < other;
    case 'lte':
      return value <= other;
    case 'gt':
      return value > other;
    case 'gte':
      return value >= other;
    case 'in':
      return other.includes(value);
    case 'contains':
      return value.toLowerCase().includes(other.toLowerCase());
    case 'ends':
      return value.toLowerCase().endsWith(other.toLowerCase());
    case 'starts':
      return value.toLowerCase().startsWith(other.toLowerCase());
    default:
      throw new Error(`no operator ${op}`);
  }
}
