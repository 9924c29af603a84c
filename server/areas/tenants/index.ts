export { type DocumentUsage, readDocumentUsage, setDocumentQuota } from './document-quota-queries.ts';
export {
  changeTenantKey,
  changeTenantName,
  completeTenant,
  createTenant,
  deletePlacement,
  endUserAccess,
  findOnlyTenant,
  findPlacement,
  findTenant,
  listAllTenants,
  listTenants,
  openWebhookSecrets,
  PreviousSecretError,
  readWebhookSecrets,
  rotateWebhookSecret,
  SEALED_TENANT_COLUMNS,
  TenantKeyTakenError,
} from './queries.ts';
export { removeTenant } from './removal.ts';
