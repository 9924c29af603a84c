export { communicationEndpoints } from './endpoints.ts';
export { deleteAttachmentsOf } from './queries.ts';
