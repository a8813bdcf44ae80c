import assert from 'node:assert/strict';
import { it } from 'node:test';
import { dataPlugin } from '@plinth/data';
import { createRegistry, translator } from '@plinth/plugin';
import { summaryText } from './summary-text.js';
import { serverTexts } from '../texts.js';

const registry = createRegistry([dataPlugin]);
const t = translator([serverTexts], 'de');

it('translates stored summaries into German, with the names in them', () => {
  assert.equal(
    summaryText('Add field "Due "soon"" to "Tasks"', t, registry),
    'Feld „Due "soon"“ zu „Tasks“ hinzugefügt',
  );
  assert.equal(summaryText('Undo: Add table "Tasks"', t, registry), 'Rückgängig gemacht: Tabelle „Tasks“ angelegt');
  assert.equal(summaryText('3 changes', t, registry), '3 Änderungen');
});

it('leaves custom summaries alone', () => {
  assert.equal(summaryText('Make changes', t, registry), 'Make changes');
});

it('translates what happened to an object of each kind, also in old revisions', () => {
  assert.equal(summaryText('Add mail template "Hello"', t, registry), 'E-Mail-Vorlage „Hello“ angelegt');
  assert.equal(summaryText('Change secret "key" (hosts)', t, registry), 'Geheimnis „key“ geändert (Adressen)');
  assert.equal(summaryText('Undo: Remove piece "A "b""', t, registry), 'Rückgängig gemacht: Baustein „A "b"“ gelöscht');
  for (const { label } of registry.all('kind')) {
    const said = summaryText(`Add ${label} "x"`, t, registry);
    assert.match(said, /^\p{Lu}\S+ „x“ angelegt$/u, label);
  }
  assert.equal(summaryText('Add thing "x"', t, registry), 'Add thing "x"');
});
