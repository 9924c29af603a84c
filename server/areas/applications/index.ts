export { externalApplicationEndpoints as applicationEndpoints } from './external/endpoints.ts';
