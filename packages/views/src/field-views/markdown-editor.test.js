import { viewCases } from './parts/view-cases.js';
import { markdownEditorView } from './markdown-editor.js';

viewCases(markdownEditorView, {
  values: ['# Hi'],
});
