import assert from 'node:assert/strict';
import { it } from 'node:test';
import { noticeAddress, noticeText } from './notice-words.js';

const reader = /** @type {any} */ ({ catalog: {}, actor: {} });
const t = /** @type {any} */ ((/** @type {string} */ key, /** @type {any} */ { text } = {}) => `${key} ${text ?? ''}`);

it('says what failed, and leads to it', () => {
  for (const [kind, said, address] of [
    ['trigger_failed', 'admin.automation.notice Desk', '/admin/automation/7/runs?state=failed'],
    ['workflow_failed', 'admin.automation.workflowNotice Desk', '/admin/automation/workflow-runs/7'],
    ['mailbox_failed', 'admin.automation.mailboxNotice Desk', '/admin/automation/7/mailbox'],
    ['other', 'Desk', null],
  ]) {
    const one = /** @type {any} */ ({ kind, by: null, text: 'Desk', about: '7', row: null });
    assert.deepEqual([noticeText(t, one).said, noticeAddress(reader, one)], [said, address]);
  }
});
