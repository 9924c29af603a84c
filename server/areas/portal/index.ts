import type { AnyEndpoint } from '../../core/http/index.ts';
import { brandingEndpoints } from './branding/endpoints.ts';
import { previewEndpoints } from './preview/endpoints.ts';

export { sweepHeldUploads } from './application/held-uploads.ts';
export { readPublishedPortal } from './queries.ts';
export { portalRoutes } from './routes.ts';
export {
  consentTextFault,
  type PortalSettings,
  readPortalSettings,
} from './settings-queries.ts';
export { STYLESHEET_PATH } from './stylesheet.ts';

export const portalEndpoints: readonly AnyEndpoint[] = [...brandingEndpoints, ...previewEndpoints];
export { sweepPortalUse } from './application/usage.ts';
