import { backupCommand } from './backup.ts';
import { clientCommands } from './client.ts';
import type { Command } from './command.ts';
import { doctorCommand } from './doctor.ts';
import { eraseCommand } from './erase.ts';
import { keysCommand } from './keys.ts';
import { masterDataCommand } from './masterdata.ts';
import { migrateCommand } from './migrate.ts';
import { portalCommands } from './portal.ts';
import { restoreCommand } from './restore.ts';
import { settingsCommand } from './settings.ts';
import { startCommand } from './start.ts';
import { tenantCommands } from './tenant.ts';
import { tokensCommand } from './tokens.ts';
import { userCommands } from './user.ts';
import { webhookCommands } from './webhooks.ts';

/** All commands, in the order of the usage text. */
export const COMMANDS: readonly Command[] = [
  startCommand,
  migrateCommand,
  settingsCommand,
  doctorCommand,
  ...tenantCommands,
  ...clientCommands,
  keysCommand,
  ...userCommands,
  masterDataCommand,
  ...portalCommands,
  tokensCommand,
  ...webhookCommands,
  eraseCommand,
  backupCommand,
  restoreCommand,
];
