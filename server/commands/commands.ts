import type { Command } from './command.ts';

/**
 * The commands by their first word, in the order in which the usage text shows them. Loading all of them takes five
 * times as long as loading one: `settings` needs none of what `start` needs.
 */
const GROUPS: Readonly<Record<string, () => Promise<readonly Command[]>>> = {
  start: async () => [(await import('./start.ts')).startCommand],
  status: async () => [(await import('./status.ts')).statusCommand],
  migrate: async () => [(await import('./migrate.ts')).migrateCommand],
  settings: async () => [(await import('./settings.ts')).settingsCommand],
  doctor: async () => [(await import('./doctor.ts')).doctorCommand],
  tenant: async () => (await import('./tenant.ts')).tenantCommands,
  distribute: async () => [(await import('./distribute.ts')).distributeCommand],
  server: async () => (await import('./server.ts')).serverCommands,
  client: async () => (await import('./client.ts')).clientCommands,
  keys: async () => (await import('./keys.ts')).keyCommands,
  user: async () => (await import('./user.ts')).userCommands,
  branch: async () => (await import('./branch.ts')).branchCommands,
  jobad: async () => (await import('./job-ad.ts')).jobAdCommands,
  import: async () => (await import('./import/candidates.ts')).importCommands,
  masterdata: async () => [(await import('./masterdata.ts')).masterDataCommand],
  portal: async () => (await import('./portal.ts')).portalCommands,
  cv: async () => (await import('./cv.ts')).cvCommands,
  mail: async () => (await import('./mail.ts')).mailCommands,
  tokens: async () => [(await import('./tokens.ts')).tokensCommand],
  webhooks: async () => (await import('./webhooks.ts')).webhookCommands,
  documents: async () => (await import('./documents.ts')).documentCommands,
  erase: async () => [(await import('./erase.ts')).eraseCommand],
  backup: async () => [(await import('./backup.ts')).backupCommand],
  restore: async () => [(await import('./restore.ts')).restoreCommand],
};

/** The commands that begin with this word. */
export async function loadGroup(word: string): Promise<readonly Command[]> {
  return Object.hasOwn(GROUPS, word) ? GROUPS[word]!() : [];
}

/** All commands, in the order of the usage text. */
export async function loadCommands(): Promise<readonly Command[]> {
  return (await Promise.all(Object.values(GROUPS).map((load) => load()))).flat();
}
