import assert from 'node:assert/strict';
import { it } from 'node:test';
import { dataPlugin } from '@plinth/data';
import { Phrase, createRegistry, joinPhrases, phrase, readPhrase, storedPhrase, translator } from '@plinth/plugin';
import { coreTexts } from '@plinth/views';
import { summaryText } from './summary-text.js';
import { adminTexts } from '../texts.js';

const catalogues = [coreTexts, /** @type {any} */ (dataPlugin).texts, adminTexts];
const german = translator(catalogues, 'de');
const english = translator(catalogues, 'en');

/** What is read of a phrase that was stored. @param {Phrase} says */
const stored = (says) => readPhrase(JSON.parse(JSON.stringify(storedPhrase(says))));
const parts = (/** @type {string[]} */ ...names) => joinPhrases(names.map((part) => new Phrase(part, { part })));

it('says in German what an edit did, whatever is in the names', () => {
  const added = stored(phrase`Add field "${'Due "soon"'}" to "${'Tasks {0} (label)'}"`);
  assert.equal(summaryText(added, german), 'Feld „Due "soon"“ zu „Tasks {0} (label)“ hinzugefügt');
  assert.equal(
    summaryText(stored(phrase`Undo: ${added}`), german),
    'Rückgängig gemacht: Feld „Due "soon"“ zu „Tasks {0} (label)“ hinzugefügt',
  );
  const changed = stored(
    phrase`Change field "${'label'}" of "${'page'}" (${parts('label', 'required', 'of_a_plugin')})`,
  );
  assert.equal(
    summaryText(changed, german),
    'Feld „label“ von „page“ geändert (Bezeichnung, Pflichtfeld, of_a_plugin)',
  );
  assert.equal(String(changed), 'Change field "label" of "page" (label, required, of_a_plugin)');
  assert.equal(summaryText(phrase`${3} changes`, german), '3 Änderungen');
  assert.equal(summaryText(phrase`1 change`, german), '1 Änderung');
});

it('leaves alone what somebody typed, and what looks like a sentence of ours', () => {
  for (const typed of ['Make changes', 'Add table "Tasks"', 'Undo: {0}', 'label', ''])
    assert.equal(summaryText(typed, german), typed);
  assert.equal(summaryText(phrase`Undo: ${'Add table "x"'}`, german), 'Rückgängig gemacht: Add table "x"');
});

it('says what happened to an object of each kind, also of a plugin that is gone', () => {
  const kinds = createRegistry([dataPlugin]).all('kind');
  for (const { name, label, own } of [...kinds.map((kind) => ({ ...kind, own: '\\p{Lu}\\S+' })), GONE]) {
    const kind = new Phrase(label, { kind: name });
    const added = stored(phrase`Add ${kind} "${'x'}"`);
    assert.equal(String(added), `Add ${label} "x"`);
    assert.match(summaryText(added, german), new RegExp(`^${own} „x“ angelegt$`, 'u'), label);
    const changed = stored(phrase`Change ${kind} "${'x'}" (${parts('label')})`);
    assert.match(summaryText(changed, german), new RegExp(`^${own} „x“ geändert \\(Bezeichnung\\)$`, 'u'), label);
    assert.match(summaryText(changed, english), /^\p{Lu}[a-z -]+ “x” changed \(label\)$/u, label);
  }
});

const GONE = { name: 'announcement', label: 'news item', own: 'News item' };
