export { removeTenant, renameTenant } from './removal.ts';
export {
  createTenant,
  findTenant,
  listTenants,
  readWebhookSecrets,
  rotateWebhookSecret,
} from './tenants.ts';
