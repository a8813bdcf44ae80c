import { viewCases } from './parts/view-cases.js';
import { markdownView } from './markdown.js';

viewCases(markdownView, {
  values: ['# Hi'],
});
