export { removeTenant, renameTenant } from './removal.ts';
export { createTenant, findTenant, listTenants } from './tenants.ts';
