export { communicationEndpoints } from './endpoints.ts';
export { deleteAttachmentsOf, insertCommunication } from './queries.ts';
