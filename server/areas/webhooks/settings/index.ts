export { settingEndpoints } from './endpoints.ts';
export { findDataType } from './queries.ts';
