/**
 * An app document with this many tables, each with a relation to the one before it, and as many views.
 *
 * @param {string} name prefix of the names of its tables and views @param {number} size
 */
export function largeApp(name, size) {
  const numbers = Array.from({ length: size }, (_, i) => i);
  return {
    plinth: 1,
    app: { name, label: name },
    tables: numbers.map((i) => ({
      name: `${name}_t${i}`,
      label: `Table ${i}`,
      display: 'name',
      fields: [
        { name: 'name', label: 'Name', type: 'text' },
        { name: 'amount', label: 'Amount', type: 'integer' },
        { name: 'up', label: 'Up', type: 'relation', attributes: { table: `${name}_t${Math.max(0, i - 1)}` } },
      ],
      access: { public: { read: 'all', create: 'none', update: 'none', delete: 'none' } },
    })),
    views: numbers.map((i) => ({
      name: `${name}_v${i}`,
      label: `View ${i}`,
      template: 'list',
      table: `${name}_t${i}`,
      roles: ['public'],
      config: { columns: [{ field: 'name' }] },
    })),
  };
}
