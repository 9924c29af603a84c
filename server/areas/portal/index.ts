export { registerPortal } from './routes.ts';
export { type PortalSettings, readPortalSettings, savePortalSettings } from './settings.ts';
