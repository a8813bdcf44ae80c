import { viewCases } from './testing/view-cases.js';
import { telLinkView } from './tel-link.js';

viewCases(telLinkView, {
  values: ['+49 30 1'],
  cases: [['dials digits', { value: '+49 (30) 1-2' }, '<a dir="ltr" href="tel:+493012">+49 (30) 1-2</a>']],
});
