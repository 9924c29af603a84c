import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { StellwerkOptions } from '../core/settings.ts';
import { UsageError } from './run.ts';

/** The part of the environment and the flags that say which service to talk to. */
export interface ConnectionInput {
  environment: Readonly<Record<string, string | undefined>>;
  /** Data directory of a service on this machine, whose demo.json has everything. */
  demo?: string | undefined;
  url?: string | undefined;
}

export interface Connection {
  client: StellwerkOptions & { baseUrl: string };
  /** Secrets that sign webhook calls; empty when none was given. */
  webhookSecrets: string[];
}

export const CONNECTION_HELP = `Which service (flags go before the environment):
  --demo DIR                   take everything from DIR/demo.json of a service on this machine
  --url URL                    base address, ends in /v3         STELLWERK_URL
                               client id                         STELLWERK_CLIENT_ID
                               client secret                     STELLWERK_CLIENT_SECRET
                               name of your company              STELLWERK_CUSTOMER
                               secrets of webhook calls, during  STELLWERK_WEBHOOK_SECRET
                               a rotation both, a comma between`;

interface DemoFile {
  baseUrl: string;
  authUrl: string;
  audience: string;
  clientId: string;
  clientSecret: string;
  webhookSecret: string;
}

/** Throws a UsageError that names everything missing at once. */
export async function readConnection({ environment, demo, url }: ConnectionInput): Promise<Connection> {
  const secrets = (environment.STELLWERK_WEBHOOK_SECRET ?? '')
    .split(',')
    .map((secret) => secret.trim())
    .filter((secret) => secret !== '');
  if (demo !== undefined) {
    const file = await readDemo(demo);
    const { baseUrl, authUrl, audience, clientId, clientSecret, webhookSecret } = file;
    return {
      client: {
        baseUrl: url ?? baseUrl,
        authUrl,
        audience,
        clientId,
        clientSecret,
        customerName: environment.STELLWERK_CUSTOMER ?? 'Demo',
      },
      webhookSecrets: secrets.length > 0 ? secrets : [webhookSecret],
    };
  }
  const values = {
    STELLWERK_URL: url ?? environment.STELLWERK_URL,
    STELLWERK_CLIENT_ID: environment.STELLWERK_CLIENT_ID,
    STELLWERK_CLIENT_SECRET: environment.STELLWERK_CLIENT_SECRET,
    STELLWERK_CUSTOMER: environment.STELLWERK_CUSTOMER,
  };
  const missing = Object.entries(values).flatMap(([name, value]) => (value ? [] : [name]));
  if (missing.length > 0)
    throw new UsageError(
      `Set ${missing.join(', ')} in the environment, or point --demo at the data directory of a service on this machine.`,
    );
  return {
    client: {
      baseUrl: values.STELLWERK_URL!,
      clientId: values.STELLWERK_CLIENT_ID!,
      clientSecret: values.STELLWERK_CLIENT_SECRET!,
      customerName: values.STELLWERK_CUSTOMER!,
    },
    webhookSecrets: secrets,
  };
}

async function readDemo(directory: string): Promise<DemoFile> {
  const path = join(directory, 'demo.json');
  try {
    return JSON.parse(await readFile(path, 'utf8')) as DemoFile;
  } catch (error) {
    const reason =
      (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'is not there' : (error as Error).message;
    throw new UsageError(`${path}: ${reason}. It is written by a service started without --empty.`);
  }
}
