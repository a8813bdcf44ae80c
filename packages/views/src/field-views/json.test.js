import { viewCases } from './parts/view-cases.js';
import { jsonView } from './json.js';

viewCases(jsonView, {
  values: [{ a: 1 }],
});
