import { join } from 'node:path';
import type { Role } from '../areas/users/index.ts';
import type { Settings } from '../config.ts';

/** The contents of demo.json: everything that a person needs to try the service. */
export interface DemoAccess {
  baseUrl: string;
  authUrl: string;
  audience: string;
  clientId: string;
  clientSecret: string;
  consoleUrl: string;
  consoleUser: string;
  consolePassword: string;
  /** A user of each role, the administrator first. A file that an earlier version wrote has none. */
  consoleUsers?: ConsoleUser[];
  webhookSecret: string;
}

interface ConsoleUser {
  email: string;
  password: string;
  role: Role;
  name: string;
}

export function demoFile(settings: Settings): string {
  return join(settings.dataDirectory, 'demo.json');
}
