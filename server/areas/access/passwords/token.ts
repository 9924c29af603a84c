import { createHmac, hkdfSync } from 'node:crypto';
import type { Services } from '../../../core/services.ts';

/**
 * The token of a link. It is computed from the id of the link, so that a mail that is sent again has the same link although
 * the database stores only a hash. Nobody can compute it without the master key.
 */
export function tokenOf({ masterKeys }: Pick<Services, 'masterKeys'>, linkId: string): string {
  const key = Buffer.from(hkdfSync('sha256', masterKeys.own, '', 'stellwerk/password-link/v1', 32));
  return createHmac('sha256', key).update(linkId).digest('base64url');
}

/** The token is in the fragment, which browsers send to no server. */
export function linkTo(
  { settings }: Pick<Services, 'settings'>,
  token: string,
  language: 'de' | 'en',
): string {
  return `${settings.publicUrl}/password?lang=${language}#token=${token}`;
}
