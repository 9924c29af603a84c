import { resolve } from 'node:path';
import { compareDatabaseSettings, DATABASE_SETTINGS } from './config/database-settings.ts';
import { DISK_SETTINGS } from './config/disk-settings.ts';
import { contentsOfEnvFile } from './config/env-file.ts';
import { LOAD_SETTINGS, type LoadSettings } from './config/load-settings.ts';
import { MAIL_SETTINGS, requireMailFrom } from './config/mail-settings.ts';
import { MANAGEMENT_SETTINGS, resolveManagementPort, sharesPort } from './config/management.ts';
import { PROCESS_SETTINGS, type ProcessSettings } from './config/process-settings.ts';
import { RECOGNITION_SETTINGS } from './config/recognition-settings.ts';
import { TRACE_SETTINGS, type TraceSettings } from './config/trace-settings.ts';
import {
  blobUrl,
  choice,
  databaseUrl,
  integer,
  masterKey,
  networks,
  origin,
  type ServerAddress,
  serviceUrl,
} from './config/values.ts';
import { WEBHOOK_SETTINGS } from './config/webhook-settings.ts';

/** All settings of the service. No other code reads environment variables. */
export interface Settings extends TraceSettings, LoadSettings, ProcessSettings {
  port: number;
  host: string;
  /** Origin without a trailing slash. */
  publicUrl: string;
  /** Addresses and networks (CIDR) whose X-Forwarded-For is trusted. */
  trustedProxies: string[];
  dataDirectory: string;
  /** Undefined for the embedded PostgreSQL below dataDirectory. */
  databaseUrl: string | undefined;
  /** The servers beside databaseUrl. Their URLs contain passwords. */
  databaseServers: readonly ServerAddress[];
  /** The workers, if databaseUrl is the coordinator of Citus. Their URLs contain passwords. */
  databaseWorkers: readonly ServerAddress[];
  /** With a role that owns the tables. Undefined if the login of databaseUrl does. */
  migrationDatabaseUrl: string | undefined;
  migrationDatabaseServers: readonly ServerAddress[];
  databaseConnections: number;
  transactionTimeoutMs: number;
  databaseSilenceMs: number;
  /** MiB. Undefined for a share of the disk. */
  diskFloorMb: number | undefined;
  /** Undefined for the directory `blobs` below dataDirectory. */
  blobUrl: string | undefined;
  /** Both keys are set if blobUrl starts with s3:. */
  awsAccessKeyId: string | undefined;
  awsSecretAccessKey: string | undefined;
  /** If undefined, a key is generated in dataDirectory. */
  masterKey: string | undefined;
  role: 'all' | 'api' | 'worker';
  tokenSeconds: number;
  /** Euro cents for each token that is not free. 0 if tokens cost nothing. */
  tokenPriceCents: number;
  sessionHours: number;
  sessionIdleMinutes: number;
  logLevel: string;
  metricsToken: string | undefined;
  managementHost: string;
  /** Undefined if there is no management port. 0 for any free port. */
  managementPort: number | undefined;
  webhookAllowPrivate: boolean;
  /** Delays before the first, second, … retry of a delivery. Empty if calls are not retried. */
  webhookRetrySeconds: number[];
  webhookProtocolDays: number;
  changeLogDays: number;
  /** Undefined if no mail is sent. Contains a password. */
  smtpUrl: string | undefined;
  /** "Name <address>" or an address. Set if smtpUrl is. */
  mailFrom: string | undefined;
  /** If undefined, coordinates come only from postal codes. */
  geocoderUrl: string | undefined;
  /** Whether scans and pictures are read. */
  recognizesText: boolean;
}

interface SettingDefinition {
  name: string;
  /** For display only. */
  default: string;
  meaning: string;
  /** The permitted values, for display only. Absent if the meaning says it. */
  limits?: string;
  /** Whether an empty value differs from a missing one. */
  acceptsEmpty?: boolean;
  /** Parses the value. Throws an Error whose message completes "NAME …". */
  read(text: string | undefined): unknown;
  key: keyof Settings;
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

const whole = (fallback: number, minimum: number, maximum: number) => ({
  limits: `${minimum} to ${maximum}`,
  read: (text: string | undefined) => integer(text, fallback, minimum, maximum),
});
const oneOf = (fallback: string, values: string[]) => ({
  limits: values.join(', '),
  read: (text: string | undefined) => choice(text, fallback, values),
});

export const SETTINGS: readonly SettingDefinition[] = [
  {
    name: 'PORT',
    key: 'port',
    default: '8080',
    meaning: 'TCP port of the API, the console, and the job portal. 0 selects a free port.',
    ...whole(8080, 0, 65_535),
  },
  {
    name: 'HOST',
    key: 'host',
    default: '127.0.0.1',
    meaning:
      'Address to listen on. 0.0.0.0 or :: opens the service to the network, which requires a TLS proxy in front.',
    read: (text) => text ?? '127.0.0.1',
  },
  {
    name: 'PUBLIC_URL',
    key: 'publicUrl',
    default: 'http://localhost:PORT',
    meaning: 'Origin that callers use to reach the service. Token issuer and audience are derived from it.',
    read: (text) => (text === undefined ? '' : origin(text)),
  },
  {
    name: 'TRUSTED_PROXIES',
    key: 'trustedProxies',
    default: '(none)',
    meaning:
      'Addresses and networks of your proxies, such as 127.0.0.1,10.0.0.0/8. X-Forwarded-For is trusted only from them.',
    read: (text) => (text === undefined ? [] : networks(text)),
  },
  {
    name: 'DATA_DIR',
    key: 'dataDirectory',
    default: './data',
    meaning: 'Directory of the embedded database, the documents, the generated master key, and demo.json.',
    read: (text) => resolve(text ?? 'data'),
  },
  {
    name: 'DATABASE_URL',
    key: 'databaseUrl',
    default: '(embedded PostgreSQL)',
    meaning:
      'postgres://user:password@host:port/database of a PostgreSQL server, version 15 or newer. Of several, separated by commas (host:port,host:port), the one that takes writes is used.',
    read: (text) => (text === undefined ? undefined : databaseUrl(text)),
  },
  {
    name: 'DATABASE_CONNECTIONS',
    key: 'databaseConnections',
    default: '12',
    meaning: 'Maximum number of database connections per process.',
    ...whole(12, 2, 500),
  },
  ...LOAD_SETTINGS,
  {
    name: 'TRANSACTION_TIMEOUT_MS',
    key: 'transactionTimeoutMs',
    default: '30000',
    meaning:
      'Maximum duration of a transaction in milliseconds. It also limits how long a reader of an ended change window can wait.',
    ...whole(30_000, 1000, 600_000),
  },
  ...DATABASE_SETTINGS,
  ...DISK_SETTINGS,
  {
    name: 'BLOB_URL',
    key: 'blobUrl',
    default: '(DATA_DIR/blobs)',
    meaning:
      'Store of the encrypted documents: file:///directory, or s3://bucket/prefix?endpoint=http://host:port&region=eu-central-1&forcePathStyle=true for an S3-compatible store (omit the prefix and the parameters that you do not need).',
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
    meaning:
      'Key of 32 bytes in hex or Base64 that encrypts all document keys and secrets. They cannot be read without it.',
    limits: '32 bytes',
    read: (text) => (text === undefined ? undefined : masterKey(text)),
  },
  {
    name: 'ROLE',
    key: 'role',
    default: 'all',
    meaning: 'api (serves requests), worker (background tasks and webhook deliveries), or all.',
    ...oneOf('all', ['all', 'api', 'worker']),
  },
  ...PROCESS_SETTINGS,
  ...WEBHOOK_SETTINGS,
  {
    name: 'TOKEN_SECONDS',
    key: 'tokenSeconds',
    default: '86400',
    meaning: 'Validity of access tokens in seconds.',
    ...whole(86_400, 60, 604_800),
  },
  {
    name: 'TOKEN_PRICE_CENTS',
    key: 'tokenPriceCents',
    default: '10',
    meaning:
      'Price in euro cents of each access token after the first 100 of a month, as the token ledger shows it. Stellwerk charges nothing itself: set 0 if you do not charge your integrators.',
    ...whole(10, 0, 10_000),
  },
  {
    name: 'SESSION_HOURS',
    key: 'sessionHours',
    default: '12',
    meaning: 'Hours after which a user must sign in again.',
    ...whole(12, 1, 720),
  },
  {
    name: 'SESSION_IDLE_MINUTES',
    key: 'sessionIdleMinutes',
    default: '120',
    meaning: 'Minutes without a request after which the session of a user ends.',
    ...whole(120, 5, 43_200),
  },
  {
    name: 'CHANGE_LOG_DAYS',
    key: 'changeLogDays',
    default: '400',
    meaning: 'Days to keep the change log.',
    ...whole(400, 400, 36_500),
  },
  {
    name: 'METRICS_TOKEN',
    key: 'metricsToken',
    default: '(none: /metrics is disabled)',
    meaning: 'Bearer token that GET /metrics requires.',
    limits: 'at least 16 characters',
    read: (text) => {
      if (text !== undefined && text.length < 16) throw new Error('must have at least 16 characters');
      return text;
    },
  },
  ...MANAGEMENT_SETTINGS,
  ...MAIL_SETTINGS,
  {
    name: 'GEOCODER_URL',
    key: 'geocoderUrl',
    default: '(none: coordinates come from postal codes)',
    meaning:
      'Base URL of a Nominatim-compatible server. In the background, the service looks up the coordinates of full addresses there.',
    read: (text) => (text === undefined ? undefined : serviceUrl(text, 'https://nominatim.example.com')),
  },
  ...RECOGNITION_SETTINGS,
  {
    name: 'LOG_LEVEL',
    key: 'logLevel',
    default: 'info',
    meaning: 'Least severe level that is logged.',
    ...oneOf('info', LOG_LEVELS),
  },
  ...TRACE_SETTINGS,
];

/** A setting has an invalid value. The message is the line that a start prints before it exits. */
export class SettingError extends Error {}

interface ReadSetting extends SettingDefinition {
  /** Undefined if the value is invalid. */
  value: unknown;
  /** A sentence that names the setting and the rule, without the value, which may be a secret. */
  fault?: string;
}

/** Reads every setting, so that an invalid one does not hide the others. An empty value counts as missing. */
export function readEachSetting(
  environment: Record<string, string | undefined> = process.env,
): ReadSetting[] {
  const results = SETTINGS.map((definition): ReadSetting => {
    const text = environment[definition.name]?.trim();
    try {
      return {
        ...definition,
        value: definition.read(text === '' && !definition.acceptsEmpty ? undefined : text),
      };
    } catch (error) {
      return { ...definition, value: undefined, fault: `${definition.name} ${(error as Error).message}` };
    }
  });
  const usesS3 = results.some(({ key, value }) => key === 'blobUrl' && String(value).startsWith('s3:'));
  for (const result of usesS3 ? results : []) {
    if (result.name.startsWith('AWS_') && result.value === undefined)
      result.fault = `BLOB_URL is an S3 store, which needs ${result.name}`;
  }
  const read = (key: keyof Settings) => results.find((result) => result.key === key)!;
  if (sharesPort(read('managementPort').value, read('port').value, read('role').value))
    read('managementPort').fault = 'MANAGEMENT_PORT must differ from PORT';
  compareDatabaseSettings(results);
  requireMailFrom(results);
  return results;
}

/** Reads all settings. Throws a SettingError that names every invalid setting, its rule, and where to look. */
export function readSettings(environment: Record<string, string | undefined> = process.env): Settings {
  const results = readEachSetting(environment);
  const faults = results.flatMap(({ fault }) => fault ?? []);
  if (faults.length > 0) throw new SettingError(`${faults.join('. ')}. See: npx stellwerk settings`);
  const settings: Record<string, unknown> = Object.fromEntries(results.map(({ key, value }) => [key, value]));
  settings.managementPort = resolveManagementPort(settings.managementPort, settings.role);
  if (settings.publicUrl === '') settings.publicUrl = `http://localhost:${settings.port}`;
  return settings as unknown as Settings;
}

/**
 * Whether the operator has set a value, for defaults that depend on more than the settings. An empty text is a value of a setting
 * that accepts one.
 */
export function isSet(name: string, environment: Record<string, string | undefined> = process.env): boolean {
  const text = environment[name]?.trim();
  if (text !== '') return text !== undefined;
  return SETTINGS.some((setting) => setting.name === name && setting.acceptsEmpty === true);
}

export function sourceOf(name: string): 'default' | 'environment' | '.env' {
  if (!isSet(name)) return 'default';
  return contentsOfEnvFile().added.has(name) ? '.env' : 'environment';
}
