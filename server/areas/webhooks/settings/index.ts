export { settingEndpoints } from './endpoints.ts';
