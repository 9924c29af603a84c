export { readPublishedPortal } from './queries.ts';
export { portalRoutes } from './routes.ts';
export {
  type PortalSettings,
  portalSettingsFaults,
  readPortalSettings,
  savePortalSettings,
} from './settings.ts';
