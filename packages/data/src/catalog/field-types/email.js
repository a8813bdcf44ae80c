import { defineTextForm } from './base/format-checked.js';

/** The grammar of HTML's e-mail input: what browsers accept, and linear to match. */
const ADDRESS =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;

export const emailType = defineTextForm({
  name: 'email',
  order: 160,
  label: 'ft.email.label',
  icon: 'mail',
  group: 'text',
  traits: { value: 'text', isLive: true },
  example: 'ada@example.com',
  views: { show: 'email_link', edit: 'email_input', filter: 'filter_text' },
  message: 'must be an e-mail address such as name@example.com',
  longest: 254,
  sqlPattern: '^[^@[:space:]]+@[A-Za-z0-9.-]+$',
  strictPattern: ADDRESS.source,
  likely: 0.95,
  read: (text) => (ADDRESS.test(text) ? text : null),
});
