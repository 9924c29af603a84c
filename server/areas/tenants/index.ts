export { createTenant, findTenant, listTenants } from './tenants.ts';
