import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hasFullAccess, isAdmin, limitedRoles } from './roles.js';

describe('the role of admins', () => {
  it('passes every check, as the system itself does', () => {
    assert.equal(isAdmin({ roles: ['user', 'admin'] }), true);
    assert.equal(isAdmin({ roles: ['user'] }), false);
    assert.equal(hasFullAccess({ roles: [], system: true }), true);
    assert.equal(hasFullAccess({ roles: ['admin'], system: false }), true);
    assert.equal(hasFullAccess({ roles: ['staff'], system: false }), false);
  });

  it('is given no rights', () => {
    const roles = /** @type {any} */ ([{ name: 'admin' }, { name: 'user' }]);
    assert.deepEqual(
      limitedRoles({ roles }).map(({ name }) => name),
      ['user'],
    );
  });
});
