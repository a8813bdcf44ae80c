import { viewCases } from './testing/view-cases.js';
import { buttonLinkView } from './button-link.js';

viewCases(buttonLinkView, {
  values: ['https://example.com'],
  cases: [['prints nothing for a script', { value: 'javascript:alert(1)' }, '']],
});
