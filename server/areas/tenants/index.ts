export { removeTenant, renameTenant } from './removal.ts';
export {
  createTenant,
  findTenant,
  listTenants,
  openWebhookSecrets,
  readWebhookSecrets,
  rotateWebhookSecret,
} from './tenants.ts';
