import { viewCases } from './testing/view-cases.js';
import { multilineView } from './multiline.js';

viewCases(multilineView, {
  values: ['a\nb'],
  cases: [['keeps line breaks', { value: 'a\n<b' }, 'a<br>&lt;b']],
});
