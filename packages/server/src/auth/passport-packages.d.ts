declare module 'passport' {
  type Done = (error: unknown, user?: unknown, info?: unknown) => void;
  class Passport {
    use(strategy: unknown): this;
    authenticate(
      strategy: string,
      options: { session: boolean },
      done: Done,
    ): (req: unknown, res: unknown, next: (error?: any) => void) => void;
  }
  const passport: { Passport: typeof Passport };
  export default passport;
}
declare module 'passport-local' {
  export class Strategy {
    constructor(options: Record<string, unknown>, verify: (...parameters: any[]) => void);
  }
}
