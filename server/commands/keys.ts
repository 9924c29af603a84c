import { listSigningKeys, revokeSigningKey, rotateSigningKey } from '../areas/access/index.ts';
import type { Settings } from '../config.ts';
import { type Command, CommandError, toTable } from './command.ts';
import { withServices } from './installation.ts';
import { withInterruption } from './interruption.ts';
import { type RotationReport, rotateMasterKey } from './master-key-rotation.ts';
import { showProgress } from './progress.ts';
import { requireRightKey } from './signing-key.ts';

const rotateSigningKeyCommand: Command = {
  name: 'keys rotate',
  summary: 'Rotate the key that signs tokens. Issued tokens stay valid.',
  run: ({ settings }) =>
    withServices(settings(), async (services) => {
      await requireRightKey(services);
      const { database, masterKeys } = services;
      const keyId = await rotateSigningKey(database.system, masterKeys);
      return { data: { keyId }, text: `Tokens are now signed with key ${keyId}.` };
    }),
};

/**
 * The longest that TRANSACTION_TIMEOUT_MS can be. A rotation ends with one statement that no batches can replace: PostgreSQL looks for
 * references to the old key in all rows of documents, without an index.
 */
const ROTATION_TRANSACTION_MS = 600_000;

const rotateMasterKeyCommand: Command = {
  name: 'keys rotate-master',
  summary: 'Rotate the master key while the service runs, or continue an interrupted rotation.',
  run: ({ settings: read }) => {
    const settings = { ...read(), transactionTimeoutMs: ROTATION_TRANSACTION_MS };
    return withServices(settings, async (services) => {
      await requireRightKey(services);
      const report = await withInterruption(
        (signal) =>
          rotateMasterKey(services, {
            onProgress: showProgress(
              (done, total) => `Sealed ${done} of ${total} keys and secrets with the new master key.`,
            ),
            signal,
          }),
        'Interrupted. Nothing is lost: both keys work. Run the command again to continue.',
      );
      return { data: report, text: describe(report, settings) };
    });
  },
};

const listKeysCommand: Command = {
  name: 'keys list',
  summary: 'List the keys that sign tokens or have signed them.',
  run: ({ settings }) =>
    withServices(settings(), async ({ database }) => {
      const keys = await listSigningKeys(database.system);
      const rows = keys.map(({ keyId, state, createdAtUtc }) => [keyId, state, createdAtUtc]);
      return { data: keys, text: toTable(['KEY_ID', 'STATE', 'CREATED'], rows) };
    }),
};

const revokeSigningKeyCommand: Command = {
  name: 'keys revoke',
  summary: 'End a key that signs tokens, and all its tokens, within 5 seconds on every process.',
  arguments: ['KEY_ID'],
  run: ({ arguments: [keyId], settings }) =>
    withServices(settings(), async (services) => {
      await requireRightKey(services);
      const { database, masterKeys } = services;
      const revoked = await revokeSigningKey(database.system, masterKeys, keyId!);
      if (revoked === undefined)
        throw new CommandError(`There is no signing key "${keyId}". See: npx stellwerk keys list`);
      const { newKeyId } = revoked;
      return {
        data: { keyId, newKeyId: newKeyId ?? null },
        text: [
          `Every token that was signed with key ${keyId} is invalid. Clients request new ones.`,
          ...(newKeyId === undefined ? [] : [`Tokens are now signed with key ${newKeyId}.`]),
        ].join('\n'),
      };
    }),
};

export const keyCommands: readonly Command[] = [
  rotateSigningKeyCommand,
  listKeysCommand,
  revokeSigningKeyCommand,
  rotateMasterKeyCommand,
];

function describe(
  { oldKeyId, newKeyId, isComplete, newKeyFile, oldKeyFile }: RotationReport,
  settings: Settings,
): string {
  const lines = [
    isComplete
      ? `The master key is now ${newKeyId}. The key ${oldKeyId} no longer opens anything in this installation.`
      : `Everything is sealed with the new master key ${newKeyId}. The key ${oldKeyId} still works until the rotation is completed.`,
  ];
  if (!isComplete && settings.masterKey !== undefined) {
    lines.push(
      `Next: set MASTER_KEY to the contents of ${newKeyFile}, wherever it is set, and restart every process when it suits you.`,
      'Then run this command with the new MASTER_KEY, which completes the rotation. Delete the file when your secret store has the key.',
    );
  } else if (!isComplete) {
    lines.push(
      `Next: if other machines use this database, copy ${newKeyFile} to them, and restart every process when it suits you. Then run this command again, which completes the rotation.`,
    );
  }
  if (oldKeyFile !== undefined) {
    lines.push(
      `${oldKeyFile} has the old key, which backups from before need. Move it to where you keep your copy of the key.`,
    );
  }
  lines.push(
    `Keep a copy of the new key apart from the backups. Backups made before need the key ${oldKeyId}.`,
  );
  return lines.join('\n');
}
