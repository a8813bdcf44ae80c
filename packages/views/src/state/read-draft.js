import { needsNoValue } from '@plinth/plugin';

/**
 * A plain form can't rename its controls after what was chosen in another one, so it sends `due.op=between`,
 * `due.value=…`, `due.to=…`; a script sends `due.gte=…`, `due.lte=…`. Both are read alike.
 *
 * @param {ReadonlyMap<string, string[]>} given texts by operator, as the address says them
 * @param {boolean} isList a bare condition asks for an entry of a list
 * @returns {Map<string, string[]>} without op, value, to, period and days
 */
export function drafted(given, isList) {
  const { op, value, to, period, days, ...rest } = Object.fromEntries(given);
  const ops = new Map(Object.entries(rest));
  const wanted = op?.[0] ?? 'eq';
  const add = (/** @type {string} */ name, /** @type {string[] | undefined} */ texts) => {
    if (texts && texts.length > 0) ops.set(name, texts);
  };
  if (needsNoValue(wanted)) add(wanted, ['1']);
  else if (wanted === 'within')
    add(
      'within',
      period?.map((name) => name.replace('_n_', `_${days?.[0] ?? ''}_`)),
    );
  else if (wanted === 'between') {
    add('gte', value);
    add('lte', to);
  } else add(wanted === 'eq' && isList ? 'has' : wanted, value);
  return ops;
}
