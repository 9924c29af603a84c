export { findDocumentUsage, setDocumentQuota } from './document-quota.ts';
export { removeTenant, renameTenant } from './removal.ts';
export {
  createTenant,
  findOnlyTenant,
  findTenant,
  listTenants,
  openWebhookSecrets,
  readWebhookSecrets,
  rotateWebhookSecret,
  SEALED_TENANT_COLUMNS,
} from './tenants.ts';
