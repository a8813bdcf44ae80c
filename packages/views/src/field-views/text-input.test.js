import { viewCases } from './testing/view-cases.js';
import { textInputView } from './text-input.js';

viewCases(textInputView, {
  attributes: { maxLength: 5 },
  values: ['abc', 'a\nb'],
  cases: [
    [
      'keeps line breaks that the value has',
      { value: 'a\nb' },
      '<textarea id="f" name="age" class="form-control" autocomplete="off" rows="2">\na\nb</textarea>',
    ],
  ],
});
