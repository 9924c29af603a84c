export { registerPortal } from './routes.ts';
export {
  type PortalSettings,
  portalSettingsFaults,
  readPortalSettings,
  savePortalSettings,
} from './settings.ts';
