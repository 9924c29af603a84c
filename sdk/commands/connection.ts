import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { StellwerkOptions } from '../core/settings.ts';
import { isWebhookSecret } from '../listen/verify.ts';
import { UsageError } from './run.ts';

/** The environment variables and flags that determine which service to call. */
interface ConnectionInput {
  environment: Readonly<Record<string, string | undefined>>;
  /** The data directory of a local service, whose demo.json has all settings. */
  demo?: string | undefined;
  url?: string | undefined;
}

export interface Connection {
  client: StellwerkOptions & { baseUrl: string };
  /** The secrets that sign webhook calls. Empty if none was set. Not checked, because most commands do not need them. */
  webhookSecrets: string[];
  /** What the secrets were read from. */
  webhookSecretSetting: string;
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
  const fromEnvironment = { webhookSecrets: secrets, webhookSecretSetting: 'STELLWERK_WEBHOOK_SECRET' };
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
      ...(secrets.length > 0
        ? fromEnvironment
        : { webhookSecrets: [webhookSecret], webhookSecretSetting: `webhookSecret in ${demoFile(demo)}` }),
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
    ...fromEnvironment,
  };
}

/** Throws a UsageError unless every secret can verify calls. Without this, all calls would be refused. */
export function checkWebhookSecrets({
  webhookSecrets,
  webhookSecretSetting,
}: Pick<Connection, 'webhookSecrets' | 'webhookSecretSetting'>): void {
  const index = webhookSecrets.findIndex((secret) => !isWebhookSecret(secret));
  if (index === -1) return;
  const which = webhookSecrets.length === 1 ? '' : `Secret ${index + 1} of ${webhookSecrets.length} in `;
  throw new UsageError(
    `${which}${webhookSecretSetting} is not a webhook secret. A secret is whsec_ followed by Base64: letters, digits, +, / and =. ` +
      'Set all of the text that was shown when the secret was created or rotated.',
  );
}

const demoFile = (directory: string) => join(directory, 'demo.json');

async function readDemo(directory: string): Promise<DemoFile> {
  const path = demoFile(directory);
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
