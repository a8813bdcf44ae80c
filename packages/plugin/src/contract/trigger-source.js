/** @import { TestKit } from './test-kit.d.ts' */
/** @import { TriggerSource, Values } from '../index.d.ts' */
import { checkSettings } from '../settings/check.js';
import { hostileInputs } from './hostile-inputs.js';

const TYPES = ['bool', 'int', 'decimal', 'text', 'date', 'moment', 'id', 'json'];
const AFTER = new Date('2026-03-28T12:00:00Z');

/**
 * The contract of every trigger source, Plinth's own and those of plugins. `samples` are options as an admin would set
 * them.
 *
 * @param {TriggerSource} source @param {TestKit} kit @param {{ options?: readonly Values[] }} [samples]
 * @example triggerSourceContract(inbox, { test, assert }, { options: [{ minutes: 5 }] });
 */
export function triggerSourceContract(source, { test, assert }, { options: samples = [{}] } = {}) {
  const { name, label, icon, help, event, settings } = source;
  const checked = samples.map((one) => checkSettings(settings, one));

  test(`${name}: describes itself and its event`, () => {
    assert.match(name, /^[a-z][a-z0-9_]{0,62}$/);
    assert.ok(label && icon && help, 'label, icon, help');
    for (const member of event) {
      assert.match(member.name, /^[a-z][A-Za-z0-9_]*$/);
      assert.ok(TYPES.includes(member.type) && member.label, member.name);
    }
    assert.equal(new Set(event.map((member) => member.name)).size, event.length, 'names of members differ');
  });

  test(`${name}: accepts its samples and describes them`, () => {
    for (const options of checked) {
      assert.deepEqual(source.check?.(options, { table: null }) ?? null, null);
      const words = source.words?.(options, { locale: 'en', table: null }) ?? label;
      assert.ok(String(words).length > 0 && String(words).length < 500);
    }
  });

  test(`${name}: refuses hostile options instead of failing`, () => {
    for (const hostile of hostileInputs()) {
      for (const setting of settings) {
        /** @type {Values} */
        let options;
        try {
          options = checkSettings(settings, { ...checked[0], [setting.name]: hostile });
        } catch (error) {
          assert.equal(/** @type {Values} */ (error).code, 'SETTINGS_INVALID');
          continue;
        }
        const wrong = source.check?.(options, { table: null }) ?? null;
        if (wrong) continue;
        source.words?.(options, { locale: 'en', table: null });
        source.next?.({ options, after: AFTER, timeZone: 'Europe/Berlin' });
      }
    }
  });

  if (!source.next) return;
  test(`${name}: plans times that lie after the one before`, () => {
    for (const options of checked) {
      let after = AFTER;
      for (let i = 0; i < 20; i++) {
        const next = source.next?.({ options, after, timeZone: 'Europe/Berlin' });
        if (!next) break;
        assert.ok(next > after, `${next.toISOString()} after ${after.toISOString()}`);
        after = next;
      }
    }
  });
}
