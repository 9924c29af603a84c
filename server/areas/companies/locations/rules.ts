/** The body as it may be stored: address lines, which a work location has none of, are ignored like any unknown property. */
export function withoutAddressLines<T extends { location?: object | null }>(body: T): T {
  if (body.location == null) return body;
  return { ...body, location: { ...body.location, addressLine1: undefined, addressLine2: undefined } };
}
