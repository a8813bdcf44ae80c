import { viewCases } from './testing/view-cases.js';
import { markdownEditorView } from './markdown-editor.js';

viewCases(markdownEditorView, {
  values: ['# Hi'],
});
