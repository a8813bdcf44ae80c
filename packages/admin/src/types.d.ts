export type {
  App,
  Find,
  Form,
  Guide,
  GuideHeading,
  GuidePage,
  Handler,
  Request,
  Response,
  SecurityEvent,
} from '@plinth/server/types';
export type { AdminPage } from './frame/page.js';
export type { EditOutcome, Outcome, Save, Shown, Tried } from './frame/routes.js';
export type { FormErrors } from './frame/form-errors.js';
