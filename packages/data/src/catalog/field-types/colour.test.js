import { typeCases } from './testing/type-cases.js';
import { colourType } from './colour.js';

typeCases(colourType, {
  attributes: {},
  accepts: [
    ['#ABC', '#aabbcc'],
    ['#2563EB', '#2563eb'],
  ],
  refuses: [
    ['red', 'must be a colour such as #2563eb'],
    ['#12', 'must be a colour such as #2563eb'],
    ['url(x)', 'must be a colour such as #2563eb'],
    ['#12345g', 'must be a colour such as #2563eb'],
  ],
});
