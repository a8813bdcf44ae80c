import { viewCases } from './testing/view-cases.js';
import { textView } from './text.js';

viewCases(textView, {
  values: ['abc', 5, true, ['a', 'b']],
  cases: [
    ['cuts long text with an ellipsis', { value: 'abcdef', config: { length: 3 } }, '<span title="abcdef">abc…</span>'],
  ],
});
