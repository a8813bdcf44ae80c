import { typeCases } from './testing/type-cases.js';
import { urlType } from './url.js';

typeCases(urlType, {
  attributes: {},
  accepts: [['https://example.com/a?b=c#d', 'https://example.com/a?b=c#d']],
  refuses: [
    ['example.com', 'must be a URL such as https://example.com'],
    ['javascript:alert(1)', 'must be a URL such as https://example.com'],
    ['data:text/html,x', 'must be a URL such as https://example.com'],
    ['https://a b', 'must be a URL such as https://example.com'],
    ['https:\\\\evil', 'must be a URL such as https://example.com'],
    ['http://', 'must be a URL such as https://example.com'],
  ],
});
