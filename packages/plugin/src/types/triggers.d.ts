// Triggers, and the sources that start them.

import type { Step } from './actions.d.ts';
import type { Message } from './messages.d.ts';
import type { Filter } from './queries.d.ts';
import type { Values } from './rows.d.ts';
import type { SettingsSchema } from './settings.d.ts';
import type { Table } from './tables.d.ts';

/** What is done to a row before it is saved, if `when` holds: a field is set, or the change is refused. */
export interface BeforeStep {
  kind: 'set' | 'refuse';
  /** The field that is set, or where the message appears. */
  field: string | null;
  /** An expression over `row` and `old`. */
  value: string;
  message: string;
  when: string;
}
/** Steps that run by themselves when rows of a table change. */
export interface Trigger {
  id: string;
  name: string;
  label: string;
  description: string;
  app: string | null;
  /** The name of the source of its events, see `TriggerSource`; 'rows': changes of rows. */
  source: string;
  /** Settings of the source. */
  options: Readonly<Values>;
  /** The table of the rows that the steps are about; null: about no row. */
  table: string | null;
  /** For changes of rows: which. */
  events: readonly ('insert' | 'update' | 'delete')[];
  /** For updates: only if one of these fields changed; empty: any. */
  fields: readonly string[];
  /** For updates of a single field: only from, and only to this value. */
  from: string;
  to: string;
  /** A condition over `row`, `old` and `event`; empty: always. */
  when: string;
  steps: readonly Step[];
  /** 'after': runs `steps` once the change is saved; 'before': runs `before` as part of the change. */
  timing: 'after' | 'before';
  /** The place of a 'before' among those of its table. */
  order: number;
  before: readonly BeforeStep[];
  /** Whose rights it has: of who caused the change, of a chosen user, or all. */
  as: 'cause' | 'user' | 'system';
  user: string | null;
  enabled: boolean;
}
/** A member of `event` in the expressions of a trigger. */
export interface EventField {
  name: string;
  type: 'bool' | 'int' | 'decimal' | 'text' | 'date' | 'moment' | 'id' | 'json';
  /** A catalogue key or plain text. */
  label: string;
}
/** A moment given by a field: `amount` units after it, before it if negative. */
export interface RowTime {
  field: string;
  amount: number;
  unit: 'minutes' | 'hours' | 'days' | 'weeks';
  /** For dates, which have no time: "08:00". */
  at: string;
  /** Empty: the site's. */
  timeZone: string;
}
/**
 * What can start a trigger. What happened is `event` in its expressions, with the members that the source lists.
 *
 * @example
 * export const inbox = defineTriggerSource({
 *   ...{ name: 'inbox', label: 'E-mail arrives', icon: 'mail', help: 'When a mailbox receives a message.' },
 *   settings: [{ name: 'minutes', type: 'integer', label: 'Check every … minutes', default: 5, min: 1 }],
 *   event: [{ name: 'subject', type: 'text', label: 'Subject' }],
 *   next: ({ options, after }) => new Date(after.getTime() + options.minutes * 60_000),
 *   find: async ({ options, memory }) => ({ events: [{ subject: 'Hello' }], memory }),
 * });
 */
export interface TriggerSource {
  /** Its position among the offered ones, lowest first; without one, it comes after those by name. */
  order?: number;
  name: string;
  /** "Schedule"; a catalogue key or plain text. */
  label: string;
  icon: string;
  /** One sentence that says when it starts a trigger. */
  help: string;
  /** Settings of a trigger with this source, stored in its `options`. */
  settings: SettingsSchema;
  event: readonly EventField[];
  /** Whether a trigger names a table for its steps. Default: 'no'. */
  table?: 'yes' | 'optional' | 'no';
  /** Expressions may name `old`, the row before a change. */
  old?: boolean;
  /** Whose rights a new trigger has. Default: of who caused it. */
  as?: Trigger['as'];
  /** Refuses options that can't work: a message by the name of the setting. */
  check?(options: Values, context: { table: Table | null }): Record<string, Message> | null;
  /** "Every weekday at 8:00", for lists of triggers. Default: the label. */
  words?(options: Values, context: { locale: string; table: Table | null }): Message;
  /** Somebody outside of the site can start it, as by calling an address. */
  fromOutside?: boolean;
  /** What an app that has it can do by it, shown before the app is installed. */
  takes?(options: Values): readonly { right: 'hosts'; what: string }[];
  /** Runs are listed even if their condition did not hold. */
  keepsAll?: boolean;
  /** Names of settings that apply only if a table is chosen. */
  ofRows?: readonly string[];
  /**
   * For sources that run on a schedule: the first time after another; null: never again. With a table, its rows that
   * `rowsAt` describes each start the trigger then.
   */
  next?(context: { options: Values; after: Date; timeZone: string }): Date | null;
  /** Whether a planned time that no process was there for is left out. */
  skips?(options: Values): boolean;
  /** Which rows a planned time is for. */
  rowsAt?(options: Values): { where: Filter | null; limit: number };
  /** For sources that start at a time given by a field of each row of the table. */
  rowTime?(options: Values): RowTime;
  /**
   * For sources with `next`: what happened until now, each of which starts the trigger. `memory` is what the call before
   * returned, null at first. Called by one process at a time; if it throws, it is called again some minutes later.
   * It has a minute, after which `signal` is aborted: give it to `fetch`.
   * Without it, each planned time starts the trigger once.
   */
  find?(context: {
    options: Values;
    memory: any;
    now: Date;
    signal: AbortSignal;
  }): Promise<{ events: readonly Record<string, unknown>[]; memory?: unknown }>;
}
