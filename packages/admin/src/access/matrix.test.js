import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openingMatrix, tableMatrix } from './matrix.js';

const catalog = /** @type {any} */ ({
  roles: [
    { name: 'admin' },
    { name: 'chief', inherits: 'staff' },
    { name: 'staff', inherits: 'user' },
    { name: 'user', inherits: 'public' },
    { name: 'public', inherits: null },
  ],
  tables: [
    { name: 'users', system: true, access: {} },
    {
      name: 'orders',
      system: false,
      access: {
        staff: { read: { rule: 'true' }, update: 'own', choices: 'all' },
        user: { read: 'own' },
        public: { create: 'all' },
      },
    },
  ],
  pages: [{ name: 'home', title: 'Home', roles: ['public'] }],
  views: [{ name: 'list', label: 'List', roles: ['staff'] }],
});

describe('the matrix of rights', () => {
  it('shows the rights that roles have themselves and by inheritance', () => {
    const [orders, ...others] = tableMatrix(catalog);
    assert.equal(others.length, 0);
    const levels = orders.roles.map((cells) => cells.map(({ level, inherited }) => `${level}${inherited ? '*' : ''}`));
    assert.deepEqual(levels, [
      ['rule*', 'all*', 'own*', 'none', 'all*'],
      ['rule', 'all*', 'own', 'none', 'all'],
      ['own', 'all*', 'none', 'none', 'none'],
      ['none', 'all', 'none', 'none', 'none'],
    ]);
  });

  it('shows who may open pages and views', () => {
    assert.deepEqual(
      openingMatrix(catalog).map(({ kind, roles }) => [kind, ...roles]),
      [
        ['page', true, true, true, true],
        ['view', true, true, false, false],
      ],
    );
  });
});
