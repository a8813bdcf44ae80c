import { viewCases } from './testing/view-cases.js';
import { jsonView } from './json.js';

viewCases(jsonView, {
  values: [{ a: 1 }],
});
