import { KeySet, rotateSigningKey } from '../areas/access/index.ts';
import type { Command } from './command.ts';
import { toMasterKeyFault } from './faults.ts';
import { withServices } from './installation.ts';

export const keysCommand: Command = {
  name: 'keys rotate',
  summary: 'Sign tokens with a new key from now on. Tokens already issued stay valid.',
  run: ({ settings }) =>
    withServices(settings(), async ({ database, masterKey, now }) => {
      // A key sealed with a wrong master key would be one that the service cannot open.
      await new KeySet(database.system, masterKey, now).signingKey().catch((error) => {
        throw toMasterKeyFault(error);
      });
      const keyId = await rotateSigningKey(database.system, masterKey);
      return { data: { keyId }, text: `Tokens are now signed with key ${keyId}.` };
    }),
};
