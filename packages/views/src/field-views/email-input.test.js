import { viewCases } from './testing/view-cases.js';
import { emailInputView } from './email-input.js';

viewCases(emailInputView, {
  values: ['a@b.de'],
});
