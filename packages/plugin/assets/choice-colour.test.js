import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PALETTE } from '@plinth/plugin';
import { choiceColour, choiceColours } from './choice-colour.js';

describe('the colour of a new choice', () => {
  it('is calm at first, and none comes twice before all were there', () => {
    const names = Array.from({ length: 12 }, (_, i) => `Choice ${i}`);
    const colours = choiceColours(names);
    assert.deepEqual(colours.slice(0, 3), ['blue', 'grey', 'green']);
    assert.deepEqual([...colours].sort(), [...PALETTE].sort());
    assert.equal(choiceColours(['North', 'South'], ['blue', 'grey']).join(), 'green,teal');
  });

  it('says what a known state means, in each language', () => {
    for (const text of ['Approved', 'done', 'Erledigt', 'Aprobado', 'Terminé', 'Concluído', '已完成', 'مكتمل'])
      assert.equal(choiceColour(text, ['green']), 'green', text);
    for (const text of ['Rejected', 'URGENT', 'Abgelehnt', 'Rechazado', 'Refusé', 'Urgente', '紧急', 'عاجل'])
      assert.equal(choiceColour(text, []), 'red', text);
    assert.equal(choiceColour('in_progress', []), 'blue');
    assert.equal(choiceColour('Not approved', []), 'blue', 'only the whole text is known');
  });
});
