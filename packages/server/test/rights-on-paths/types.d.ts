export type Task = {
  id: number;
  n: number;
  title: string;
  secret: string;
  amount: number | null;
  open: boolean;
  owner: string | null;
  project: number | null;
  file: string;
};
export type Project = { id: number; name: string; lead: string | null; members: string[] };
export type Person = { name: string; id: string | null; groups: string[] };
/** As it is given to the server, and what it means as a plain function. */
export type Rule = { text: string; holds: (row: any, person: Person, world: World) => boolean };
/** A server with rows in it, and what was written as we remember it. */
export type World = {
  server: any;
  tasks: Task[];
  projects: Project[];
  people: Record<string, Person>;
  tokens: Record<string, string>;
  clients: Record<string, any>;
};
/** What somebody may know of. */
export type Seen = { tasks: Task[]; projects: Project[]; may: (field: string) => boolean };
/** Compares one way to learn of rows with what may be learnt; gives how many cases that were: a row on a path. */
export type Path = (world: World, actor: string, seen: Seen) => Promise<number>;
