import { viewCases } from './parts/view-cases.js';
import { emailInputView } from './email-input.js';

viewCases(emailInputView, {
  values: ['a@b.de'],
});
