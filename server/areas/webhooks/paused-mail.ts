import { sql } from 'kysely';
import type { TenantDatabase } from '../../core/db/connection.ts';
import { permissionsOf } from '../access/index.ts';
import { type Composer, type MailTexts, readMailSettings, readSender, renderMail } from '../mail/index.ts';
import { ROLES } from '../users/index.ts';
import { FAILURE_THRESHOLD } from './delivery/index.ts';
import { eventNameOf } from './registrations/index.ts';

/** Also written by record_webhook_results, in the database. */
export const WEBHOOK_PAUSED = 'webhookPaused';

const TEXTS: MailTexts = {
  de: {
    subject: 'Webhook angehalten: {{event}} an {{hosts}}',
    body: `Guten Tag,

je {{failures}} Aufrufe in Folge sind fehlgeschlagen. Deshalb hat Stellwerk Webhooks von {{company}} angehalten:

{{registrations}}

Seitdem erhalten diese Empfänger die Ereignisse nicht. Sie gehen nicht verloren: Sobald ein Empfänger wieder antwortet, reaktivieren Sie die Registrierungen unter „Entwickler“, mit den verpassten Aufrufen. Unter „Zustellungen“ steht der Grund jedes Fehlers:

{{link}}

Ein Programm registriert dieselbe Adresse erneut, mit "resendMissed": true (POST /v3/webhooks/subscribe), und liest die Gründe im Protokoll (POST /v3/webhooks/protocol).`,
  },
  en: {
    subject: 'Webhook paused: {{event}} to {{hosts}}',
    body: `Hello,

{{failures}} calls in a row have failed. Stellwerk has therefore paused webhooks of {{company}}:

{{registrations}}

These receivers have not received the events since then. The events are not lost: once a receiver responds again, reactivate the registrations under "Developers", with the missed calls. "Deliveries" states the reason of each failure:

{{link}}

A program registers the same address again, with "resendMissed": true (POST /v3/webhooks/subscribe), and reads the reasons in the delivery log (POST /v3/webhooks/protocol).`,
  },
};

const WORDS = {
  de: {
    several: '{{count}} Webhooks angehalten: {{hosts}}',
    since: (moment: string, id: string) => `seit ${moment}, Registrierung ${id}`,
    more: (count: string) => `und ${count} weitere`,
  },
  en: {
    several: '{{count}} webhooks paused: {{hosts}}',
    since: (moment: string, id: string) => `since ${moment}, registration ${id}`,
    more: (count: string) => `and ${count} more`,
  },
};

/** More than the users of any tenant who look after its webhooks. */
const MAXIMUM_RECIPIENTS = 20;

/** Of registrations. The console has all of them. */
const MAXIMUM_LINES = 50;

/** Of receivers in the subject. */
const MAXIMUM_HOSTS = 3;

/**
 * The mail about all registrations that are paused, of which the job has the one that was paused last. So a receiver that dies causes one
 * mail. None if all were reactivated or removed meanwhile.
 */
export const composePauseNotice: Composer = async ({ database, settings }, { tenantId, userId }) => {
  const db = database.tenant(tenantId);
  const paused = await findPaused(db, tenantId);
  if (paused.length === 0) return undefined;
  const to =
    userId === undefined
      ? (await readMailSettings(db, tenantId)).contactAddress
      : (await findReaders(db, tenantId)).find((user) => user.id === userId)?.email;
  if (to === undefined) return undefined;
  if (to === null) return { userIds: (await findReaders(db, tenantId)).map((user) => user.id) };
  const { company, language } = await readSender(db, tenantId);
  const hosts = [...new Set(paused.map(({ host }) => host))];
  const values = {
    company,
    event: paused[0]!.event,
    hosts: [...hosts.slice(0, MAXIMUM_HOSTS), ...(hosts.length > MAXIMUM_HOSTS ? ['…'] : [])].join(', '),
    count: String(paused.length),
    registrations: listOf(paused, language),
    failures: String(FAILURE_THRESHOLD),
    link: `${settings.publicUrl}/app/developers`,
  };
  const text = { ...TEXTS[language], ...(paused.length > 1 ? { subject: WORDS[language].several } : {}) };
  const latest = paused
    .map(({ pausedAt }) => pausedAt)
    .sort()
    .at(-1)!;
  // Each pause has its own mail.
  return { keySuffix: latest, to, ...renderMail(text, values, language) };
};

interface PausedRegistration {
  id: number;
  event: string;
  host: string;
  pausedAt: string;
}

/** By receiver and event. */
async function findPaused(db: TenantDatabase, tenantId: number): Promise<PausedRegistration[]> {
  const rows = await db
    .selectFrom('webhook_registration')
    .select(['id', 'event_type_id', 'url', 'paused_at'])
    .where('tenant_id', '=', tenantId)
    .where('paused_at', 'is not', null)
    .orderBy('event_type_id')
    .orderBy('id')
    .execute();
  return rows
    .map(({ id, event_type_id: eventId, url, paused_at: pausedAt }) => ({
      id,
      event: eventNameOf(eventId),
      // The rest of the URL can contain a secret of the receiver.
      host: new URL(url).host,
      pausedAt: pausedAt!,
    }))
    .sort((one, other) => one.host.localeCompare(other.host));
}

/** A paragraph for each receiver. */
function listOf(paused: readonly PausedRegistration[], language: 'de' | 'en'): string {
  const { since, more } = WORDS[language];
  const paragraphs = Map.groupBy(paused.slice(0, MAXIMUM_LINES), ({ host }) => host);
  const texts = [...paragraphs].map(([host, registrations]) =>
    [
      host,
      ...registrations.map(({ event, pausedAt, id }) => {
        const moment = `${pausedAt.slice(0, 16).replace('T', ' ')} UTC`;
        return `${event}, ${since(moment, String(id))}`;
      }),
    ].join('\n'),
  );
  if (paused.length > MAXIMUM_LINES) texts.push(more(String(paused.length - MAXIMUM_LINES)));
  return texts.join('\n\n');
}

const ROLES_TO_NOTIFY = ROLES.filter((role) => permissionsOf(role).has('webhooks:write'));

/** The users whom to notify if the tenant has no contact address: those who can register the address again. */
async function findReaders(db: TenantDatabase, tenantId: number): Promise<{ id: number; email: string }[]> {
  const { rows } = await sql<{ id: number; email: string }>`
    SELECT id, email FROM user_account
     WHERE tenant_id = ${tenantId} AND role = ANY(${ROLES_TO_NOTIFY}::text[]) AND is_active AND password_hash IS NOT NULL
     ORDER BY id LIMIT ${MAXIMUM_RECIPIENTS}`.execute(db);
  return rows;
}
