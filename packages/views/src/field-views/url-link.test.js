import { viewCases } from './testing/view-cases.js';
import { urlLinkView } from './url-link.js';

viewCases(urlLinkView, {
  values: ['https://example.com'],
  cases: [
    [
      'links without the scheme',
      { value: 'https://www.example.com/a/' },
      '<a href="https://www.example.com/a/" rel="noopener noreferrer">example.com/a</a>',
    ],
    ['does not link a script', { value: 'javascript:alert(1)' }, 'javascript:alert(1)'],
  ],
});
