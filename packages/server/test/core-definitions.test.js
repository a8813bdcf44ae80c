import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { dataPlugin } from '@plinth/data';
import { createRegistry, isOfType } from '@plinth/plugin';
import { viewsPlugin } from '@plinth/views';

const registry = createRegistry([dataPlugin, viewsPlugin]);

describe('field types and field views together', () => {
  for (const type of registry.all('fieldType')) {
    it(`${type.name} names views that there are, that serve it, of the right mode`, () => {
      const { show, edit, filter, list } = type.views;
      const wanted = /** @type {[string | undefined, string][]} */ ([
        [show, 'show'],
        [list, 'show'],
        [edit, 'edit'],
        [filter, 'filter'],
      ]);
      for (const [name, mode] of wanted) {
        if (!name) continue;
        const view = registry.fieldView(name);
        assert.equal(view.mode, mode, name);
        assert.ok(isOfType({ type: type.name, traits: type.traits }, view.types), `${name} serves ${type.name}`);
      }
    });
  }

  for (const view of registry.all('fieldView')) {
    it(`${view.name} serves types that there are`, () => {
      for (const wanted of view.types === '*' ? [] : view.types) {
        const served = registry
          .all('fieldType')
          .filter(({ name, traits }) => isOfType({ type: name, traits }, [wanted]));
        assert.ok(served.length > 0, JSON.stringify(wanted));
      }
    });
  }
});
