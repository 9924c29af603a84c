/** Identifies a user among those of all tenants. Other tenants can have a user with the same id on another database server. */
export const toUserKey = ({ tenantId, userId }: { tenantId: number; userId: number }): string =>
  `${tenantId}.${userId}`;
