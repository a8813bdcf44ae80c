declare const config: object;
export default config;
