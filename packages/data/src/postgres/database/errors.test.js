import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { translate } from './errors.js';

describe('errors of Postgres', () => {
  it('report that there are no locks left, and what to do', () => {
    const hint = 'You might need to increase "max_locks_per_transaction".';
    const error = Object.assign(new Error('out of shared memory'), { code: '53200', hint });
    const told = translate(error);
    assert.deepEqual([told.code, told.status, told.cause], ['DATABASE_LOCKS_FULL', 503, error]);
    assert.match(told.hint, /smaller steps.*max_locks_per_transaction/);
  });

  it('come back as they are where the memory is short for other reasons', () => {
    const error = Object.assign(new Error('out of memory'), { code: '53200', detail: 'Failed on request of size 64.' });
    assert.equal(translate(error), error);
  });
});
