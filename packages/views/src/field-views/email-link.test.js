import { viewCases } from './testing/view-cases.js';
import { emailLinkView } from './email-link.js';

viewCases(emailLinkView, {
  values: ['a@b.de'],
  cases: [
    ["can't add headers", { value: 'a@b.de?bcc=x@y.z' }, '<a href="mailto:a@b.de%3Fbcc%3Dx@y.z">a@b.de?bcc=x@y.z</a>'],
  ],
});
