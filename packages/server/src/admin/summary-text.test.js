import assert from 'node:assert/strict';
import { it } from 'node:test';
import { translator } from '@plinth/plugin';
import { summaryText } from './summary-text.js';
import { serverTexts } from '../texts.js';

const t = translator([serverTexts], 'de');

it('translates stored summaries into German, with the names in them', () => {
  assert.equal(summaryText('Add field "Due "soon"" to "Tasks"', t), 'Feld „Due "soon"“ zu „Tasks“ hinzugefügt');
  assert.equal(summaryText('Undo: Add table "Tasks"', t), 'Rückgängig gemacht: Tabelle „Tasks“ angelegt');
  assert.equal(summaryText('3 changes', t), '3 Änderungen');
});

it('leaves custom summaries alone', () => {
  assert.equal(summaryText('Make changes', t), 'Make changes');
});
