import type { Services } from '../../core/services.ts';

/** The issuer of access tokens (RFC 8414): the public address of the service. */
export function issuerOf(services: Services): string {
  return services.settings.publicUrl;
}

/** The audience that an access token must have to call the API. */
export function audienceOf(services: Services): string {
  return `${services.settings.publicUrl}/api/v3`;
}
