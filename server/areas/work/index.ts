import type { AnyEndpoint } from '../../core/http/index.ts';
import { noteEndpoints } from './notes/endpoints.ts';
import { notificationEndpoints } from './notifications/index.ts';
import { taskEndpoints } from './tasks/endpoints.ts';
import { viewEndpoints } from './views/endpoints.ts';

export { workReferences } from './references.ts';

/** What the users of the console plan and are told of. */
export const workEndpoints: readonly AnyEndpoint[] = [
  ...taskEndpoints,
  ...noteEndpoints,
  ...notificationEndpoints,
  ...viewEndpoints,
];
