import { viewCases } from './testing/view-cases.js';
import { textareaView } from './textarea.js';

viewCases(textareaView, {
  values: ['a\nb'],
  cases: [
    [
      'does not lose a first line break',
      { value: '\nb', config: { rows: 3 } },
      '<textarea id="f" name="age" class="form-control" rows="3">\n\nb</textarea>',
    ],
  ],
});
