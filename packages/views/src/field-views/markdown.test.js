import { viewCases } from './testing/view-cases.js';
import { markdownView } from './markdown.js';

viewCases(markdownView, {
  values: ['# Hi'],
});
