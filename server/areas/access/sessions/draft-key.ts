import { hkdfSync } from 'node:crypto';
import type { MasterKeys } from '../../../core/crypto/master-keys.ts';
import { KEY_BYTES } from '../../../core/crypto/sealing.ts';

/**
 * The key with which a browser encrypts what a user has begun to enter. All sessions of the user get the same one, so a draft
 * can be read after the next sign-in. It is stored nowhere. A rotation of the master key changes it.
 */
export async function toDraftKey(
  masterKeys: Pick<MasterKeys, 'current'>,
  { tenantId, userGuid }: { tenantId: number; userGuid: string },
): Promise<string> {
  const info = `stellwerk/draft/v1/${tenantId}/${userGuid}`;
  return Buffer.from(hkdfSync('sha256', await masterKeys.current(), '', info, KEY_BYTES)).toString('base64');
}
