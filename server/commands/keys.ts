import { KeySet, rotateSigningKey } from '../areas/access/index.ts';
import type { Command } from './command.ts';
import { explainMasterKeyError } from './errors.ts';
import { withServices } from './installation.ts';

export const keysCommand: Command = {
  name: 'keys rotate',
  summary: 'Rotate the key that signs tokens. Issued tokens stay valid.',
  run: ({ settings }) =>
    withServices(settings(), async ({ database, masterKey, now }) => {
      // Check the master key first: the service could not open a signing key that was sealed with a wrong one.
      await new KeySet(database.system, masterKey, now).signingKey().catch((error) => {
        throw explainMasterKeyError(error);
      });
      const keyId = await rotateSigningKey(database.system, masterKey);
      return { data: { keyId }, text: `Tokens are now signed with key ${keyId}.` };
    }),
};
