import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { StellwerkOptions } from '../core/settings.ts';
import { UsageError } from './run.ts';

/** The environment variables and flags that determine which service to call. */
interface ConnectionInput {
  environment: Readonly<Record<string, string | undefined>>;
  /** The data directory of a local service, whose demo.json has all settings. */
  demo?: string | undefined;
  url?: string | undefined;
}

interface Connection {
  client: StellwerkOptions & { baseUrl: string };
  /** The secrets that sign webhook calls. Empty if none was set. */
  webhookSecrets: string[];
}

export const CONNECTION_HELP = `Service (a flag takes precedence over its environment variable):
  --demo DIR                    read all settings from DIR/demo.json of a local service
  --url URL                     base URL, ends in /v3          STELLWERK_URL
                                client id                      STELLWERK_CLIENT_ID
                                client secret                  STELLWERK_CLIENT_SECRET
                                name of your company           STELLWERK_CUSTOMER
                                webhook secret; during a       STELLWERK_WEBHOOK_SECRET
                                rotation both, comma-separated`;

interface DemoFile {
  baseUrl: string;
  authUrl: string;
  audience: string;
  clientId: string;
  clientSecret: string;
  webhookSecret: string;
}

/** Throws a UsageError that names every missing setting. */
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
      `Set ${missing.join(', ')} in the environment, or set --demo to the data directory of a local service.`,
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
      (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'not found' : (error as Error).message;
    throw new UsageError(
      `${path}: ${reason}. A service writes this file when it is started without --empty.`,
    );
  }
}
