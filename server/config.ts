import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import {
  blobUrl,
  choice,
  databaseUrl,
  networks,
  origin,
  secondsList,
  serviceUrl,
  wholeNumber,
} from './config/values.ts';

/** Every setting of the service. Nothing else reads the environment. */
export interface Settings {
  port: number;
  host: string;
  /** Origin without a trailing slash. */
  publicUrl: string;
  /** Addresses and networks (CIDR) whose X-Forwarded-For names the client. */
  trustedProxies: string[];
  dataDirectory: string;
  /** Absent: the embedded PostgreSQL below dataDirectory. */
  databaseUrl: string | undefined;
  databaseConnections: number;
  transactionTimeoutMs: number;
  /** Absent: the directory blobs below dataDirectory. */
  blobUrl: string | undefined;
  /** Both are there when blobUrl begins with s3:. */
  awsAccessKeyId: string | undefined;
  awsSecretAccessKey: string | undefined;
  /** Absent: generated into dataDirectory. */
  masterKey: string | undefined;
  role: 'all' | 'api' | 'worker';
  workers: number;
  tokenSeconds: number;
  sessionHours: number;
  sessionIdleMinutes: number;
  logLevel: string;
  metricsToken: string | undefined;
  webhookAllowPrivate: boolean;
  /** Pauses after the first, second, … failed call of a delivery; none: it is not called again. */
  webhookRetrySeconds: number[];
  webhookProtocolDays: number;
  changeLogDays: number;
  /** Absent: coordinates come from postal codes only. */
  geocoderUrl: string | undefined;
}

interface SettingDefinition {
  name: string;
  /** As printed; computed ones say how. */
  default: string;
  meaning: string;
  /** An empty value is a value, and not an absent one. */
  takesEmpty?: boolean;
  /** Reads one value; throws an Error whose message completes "NAME …". */
  read(text: string | undefined): unknown;
  key: keyof Settings;
}

// From 5 seconds to a day: nine calls after the first, over three and a half days.
const RETRY_SECONDS = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

export const SETTINGS: readonly SettingDefinition[] = [
  {
    name: 'PORT',
    key: 'port',
    default: '8080',
    meaning: 'TCP port of the API, the console and the job portal; 0 takes a free one.',
    read: (text) => wholeNumber(text, 8080, 0, 65_535),
  },
  {
    name: 'HOST',
    key: 'host',
    default: '127.0.0.1',
    meaning: 'Address to listen on. 0.0.0.0 or :: opens the service to the network: put TLS in front of it.',
    read: (text) => text ?? '127.0.0.1',
  },
  {
    name: 'PUBLIC_URL',
    key: 'publicUrl',
    default: 'http://localhost:PORT',
    meaning: 'Origin under which callers reach the service. Token issuer and audience are derived from it.',
    read: (text) => (text === undefined ? '' : origin(text)),
  },
  {
    name: 'TRUSTED_PROXIES',
    key: 'trustedProxies',
    default: '(none)',
    meaning:
      'Addresses and networks of proxies in front, such as 127.0.0.1,10.0.0.0/8: only their X-Forwarded-For is believed.',
    read: (text) => (text === undefined ? [] : networks(text)),
  },
  {
    name: 'DATA_DIR',
    key: 'dataDirectory',
    default: './data',
    meaning: 'Directory of the embedded database, the documents, the generated master key and demo.json.',
    read: (text) => resolve(text ?? 'data'),
  },
  {
    name: 'DATABASE_URL',
    key: 'databaseUrl',
    default: '(embedded PostgreSQL)',
    meaning: 'postgres://user:password@host:port/database of a PostgreSQL 15 or newer.',
    read: (text) => (text === undefined ? undefined : databaseUrl(text)),
  },
  {
    name: 'DATABASE_CONNECTIONS',
    key: 'databaseConnections',
    default: '12',
    meaning: 'Database connections of each process.',
    read: (text) => wholeNumber(text, 12, 2, 500),
  },
  {
    name: 'TRANSACTION_TIMEOUT_MS',
    key: 'transactionTimeoutMs',
    default: '30000',
    meaning:
      'Longest transaction in milliseconds; also the longest that reading a finished change window can wait.',
    read: (text) => wholeNumber(text, 30_000, 1000, 600_000),
  },
  {
    name: 'BLOB_URL',
    key: 'blobUrl',
    default: '(DATA_DIR/blobs)',
    meaning:
      'Where encrypted documents lie: file:///directory, or s3://bucket/prefix?endpoint=http://host:port&region=eu-central-1&forcePathStyle=true for a bucket of an S3-compatible store (prefix and parameters only where needed).',
    read: (text) => (text === undefined ? undefined : blobUrl(text)),
  },
  {
    name: 'AWS_ACCESS_KEY_ID',
    key: 'awsAccessKeyId',
    default: '(none)',
    meaning: 'Access key for the bucket of BLOB_URL.',
    read: (text) => text,
  },
  {
    name: 'AWS_SECRET_ACCESS_KEY',
    key: 'awsSecretAccessKey',
    default: '(none)',
    meaning: 'Secret of the access key.',
    read: (text) => text,
  },
  {
    name: 'MASTER_KEY',
    key: 'masterKey',
    default: '(generated into DATA_DIR/master.key)',
    meaning: '32 bytes in hex or Base64 that wrap all document keys and secrets. Losing it loses them.',
    read: (text) => text,
  },
  {
    name: 'ROLE',
    key: 'role',
    default: 'all',
    meaning: 'all, api (answers requests) or worker (background jobs and deliveries).',
    read: (text) => choice(text, 'all', ['all', 'api', 'worker']),
  },
  {
    name: 'WORKERS',
    key: 'workers',
    default: 'one per core, at most 4',
    meaning: 'Processes that share the port.',
    read: (text) => wholeNumber(text, Math.min(4, availableParallelism()), 1, 64),
  },
  {
    name: 'WEBHOOK_ALLOW_PRIVATE',
    key: 'webhookAllowPrivate',
    default: 'false (the demo sets true)',
    meaning: 'Allow webhook receivers on loopback and private addresses.',
    read: (text) => choice(text, 'false', ['true', 'false']) === 'true',
  },
  {
    name: 'WEBHOOK_RETRY_SECONDS',
    key: 'webhookRetrySeconds',
    default: '5,300,1800,7200,18000,36000,50400,72000,86400',
    meaning:
      'Seconds after which a failed webhook call is repeated, separated by commas; set but empty: never repeated.',
    takesEmpty: true,
    read: (text) => (text === undefined ? RETRY_SECONDS : secondsList(text)),
  },
  {
    name: 'WEBHOOK_PROTOCOL_DAYS',
    key: 'webhookProtocolDays',
    default: '90',
    meaning: 'Days the protocol of webhook deliveries is kept; missed ones can be sent again as long.',
    read: (text) => wholeNumber(text, 90, 1, 36_500),
  },
  {
    name: 'TOKEN_SECONDS',
    key: 'tokenSeconds',
    default: '86400',
    meaning: 'Validity of access tokens in seconds.',
    read: (text) => wholeNumber(text, 86_400, 60, 604_800),
  },
  {
    name: 'SESSION_HOURS',
    key: 'sessionHours',
    default: '12',
    meaning: 'Hours after which a user of the console must sign in again.',
    read: (text) => wholeNumber(text, 12, 1, 720),
  },
  {
    name: 'SESSION_IDLE_MINUTES',
    key: 'sessionIdleMinutes',
    default: '120',
    meaning: 'Minutes without a call after which a session of the console ends.',
    read: (text) => wholeNumber(text, 120, 5, 43_200),
  },
  {
    name: 'CHANGE_LOG_DAYS',
    key: 'changeLogDays',
    default: '400',
    meaning: 'Days the change log is kept; 400 at least.',
    read: (text) => wholeNumber(text, 400, 400, 36_500),
  },
  {
    name: 'METRICS_TOKEN',
    key: 'metricsToken',
    default: '(none: /metrics refuses)',
    meaning: 'Bearer token that GET /metrics asks for.',
    read: (text) => {
      if (text !== undefined && text.length < 16) throw new Error('must have at least 16 characters');
      return text;
    },
  },
  {
    name: 'GEOCODER_URL',
    key: 'geocoderUrl',
    default: '(none: coordinates of postal codes)',
    meaning:
      'Base URL of a Nominatim-compatible server that is asked for the coordinates of full addresses, in the background.',
    read: (text) => (text === undefined ? undefined : serviceUrl(text)),
  },
  {
    name: 'LOG_LEVEL',
    key: 'logLevel',
    default: 'info',
    meaning: `One of ${LOG_LEVELS.join(', ')}.`,
    read: (text) => choice(text, 'info', LOG_LEVELS),
  },
];

/** A setting with a wrong value; the message is the one line that a start prints before it stops. */
export class SettingError extends Error {}

/**
 * Reads all settings, an empty value counting as absent. Throws a SettingError that names the setting, the rule
 * and where to look; the value itself is not repeated, since it may be a secret.
 */
export function readSettings(environment: Record<string, string | undefined> = process.env): Settings {
  const settings: Record<string, unknown> = {};
  for (const { name, key, read, takesEmpty } of SETTINGS) {
    const text = environment[name]?.trim();
    try {
      settings[key] = read(text === '' && !takesEmpty ? undefined : text);
    } catch (error) {
      throw new SettingError(`${name} ${(error as Error).message}. See: npx stellwerk settings`);
    }
  }
  if (String(settings.blobUrl).startsWith('s3:')) {
    for (const { name, key } of SETTINGS) {
      if (name.startsWith('AWS_') && settings[key] === undefined)
        throw new SettingError(
          `BLOB_URL leads to an S3 store, which needs ${name} as well. See: npx stellwerk settings`,
        );
    }
  }
  if (settings.publicUrl === '') settings.publicUrl = `http://localhost:${settings.port}`;
  return settings as unknown as Settings;
}

/** Whether the operator has given this setting a value, for defaults that depend on more than the settings. */
export function isGiven(
  name: string,
  environment: Record<string, string | undefined> = process.env,
): boolean {
  return (environment[name]?.trim() ?? '') !== '';
}
