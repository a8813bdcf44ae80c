declare module 'passport' {
  type Done = (error: unknown, user?: unknown, info?: unknown) => void;
  type Middleware = (req: any, res: any, next: (error?: any) => void) => void;
  class Passport {
    use(strategy: unknown): this;
    use(name: string, strategy: unknown): this;
    initialize(): Middleware;
    authenticate(strategy: string, options: { session: boolean }, done?: Done): Middleware;
  }
  class Strategy {
    success(user: unknown, info?: unknown): void;
    fail(challenge?: unknown, status?: number): void;
    redirect(url: string, status?: number): void;
    pass(): void;
    error(error: unknown): void;
  }
  const passport: { Passport: typeof Passport; Strategy: typeof Strategy };
  export default passport;
}
declare module 'passport-local' {
  export class Strategy {
    constructor(options: Record<string, unknown>, verify: (...parameters: any[]) => void);
  }
}
