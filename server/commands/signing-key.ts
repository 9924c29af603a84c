import { KeySet } from '../areas/access/index.ts';
import type { SystemDatabase } from '../core/db/connection.ts';
import type { Services } from '../core/services.ts';
import { explainMasterKeyError } from './errors.ts';

interface Keys extends Pick<Services, 'masterKeys' | 'now'> {
  database: { system: SystemDatabase };
}

/** Throws if the master key does not open the signing key, so that it is not the one of the database. */
export async function requireRightKey({ database, masterKeys, now }: Keys): Promise<void> {
  await new KeySet(database.system, masterKeys, now).signingKey().catch((error) => {
    throw explainMasterKeyError(error);
  });
}
