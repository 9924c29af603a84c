export { type DocumentUsage, readDocumentUsage, setDocumentQuota } from './document-quota.ts';
export { changeTenantKey, removeTenant } from './removal.ts';
export {
  changeTenantName,
  createTenant,
  findOnlyTenant,
  findTenant,
  listAllTenants,
  listTenants,
  openWebhookSecrets,
  readWebhookSecrets,
  rotateWebhookSecret,
  SEALED_TENANT_COLUMNS,
  TenantKeyTakenError,
} from './tenants.ts';
