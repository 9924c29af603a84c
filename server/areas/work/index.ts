import type { AnyEndpoint } from '../../core/http/index.ts';
import { noteEndpoints } from './notes/endpoints.ts';
import { notificationEndpoints } from './notifications/index.ts';
import { taskEndpoints } from './tasks/endpoints.ts';
import { viewEndpoints } from './views/endpoints.ts';

export { listNotes } from './notes/queries.ts';
export { NotesResponse } from './notes/schema.ts';
export { workReferences } from './references.ts';
export { listTasksAbout } from './tasks/queries.ts';
export { TaskRead } from './tasks/schema.ts';

/** What the users of the console plan and are told of. */
export const workEndpoints: readonly AnyEndpoint[] = [
  ...taskEndpoints,
  ...noteEndpoints,
  ...notificationEndpoints,
  ...viewEndpoints,
];
