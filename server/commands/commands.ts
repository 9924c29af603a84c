import type { Command } from './command.ts';
import { settingsCommand } from './settings.ts';
import { startCommand } from './start.ts';

/** All commands, in the order in which the usage text shows them. */
export const COMMANDS: readonly Command[] = [startCommand, settingsCommand];
