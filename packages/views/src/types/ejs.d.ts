/** What we use of ejs, which ships no types. */
declare module 'ejs' {
  const ejs: {
    compile(
      text: string,
      options: { filename: string; strict: boolean; localsName: string; escape: (value: unknown) => string },
    ): (model: object) => string;
  };
  export default ejs;
}
