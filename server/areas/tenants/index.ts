export { removeTenant, renameTenant } from './removal.ts';
export {
  createTenant,
  findOnlyTenant,
  findTenant,
  listTenants,
  openWebhookSecrets,
  readWebhookSecrets,
  rotateWebhookSecret,
} from './tenants.ts';
