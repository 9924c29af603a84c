export { type DocumentUsage, readDocumentUsage, setDocumentQuota } from './document-quota.ts';
export { changeTenantKey, endUserAccess, removeTenant } from './removal.ts';
export {
  changeTenantName,
  createTenant,
  findOnlyTenant,
  findTenant,
  listAllTenants,
  listTenants,
  openWebhookSecrets,
  PreviousSecretError,
  readWebhookSecrets,
  rotateWebhookSecret,
  SEALED_TENANT_COLUMNS,
  TenantKeyTakenError,
} from './tenants.ts';
