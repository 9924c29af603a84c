/** Removes the address lines. A work location has none, so the service ignores them like any unknown property. */
export function withoutAddressLines<T extends { location?: object | null }>(body: T): T {
  if (body.location == null) return body;
  return { ...body, location: { ...body.location, addressLine1: undefined, addressLine2: undefined } };
}
