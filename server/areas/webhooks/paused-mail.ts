import { sql } from 'kysely';
import type { TenantDatabase } from '../../core/db/connection.ts';
import { permissionsOf } from '../access/index.ts';
import { type Composer, type MailTexts, readMailSettings, readSender, renderMail } from '../mail/index.ts';
import { ROLES } from '../users/index.ts';
import { FAILURE_THRESHOLD } from './delivery/index.ts';
import { EVENT_TYPES } from './registrations/index.ts';

/** Also written by record_webhook_results, in the database. */
export const WEBHOOK_PAUSED = 'webhookPaused';

const TEXTS: MailTexts = {
  de: {
    subject: 'Webhook angehalten: {{event}} an {{host}}',
    body: `Guten Tag,

{{failures}} Aufrufe in Folge sind fehlgeschlagen. Deshalb hat Stellwerk diese Registrierung am {{pausedAt}} angehalten:

Firma: {{company}}
Ereignis: {{event}}
Empfänger: {{host}}
Registrierung: {{id}}

Seitdem erhält der Empfänger keine Ereignisse. Sie gehen nicht verloren: Sobald der Empfänger wieder antwortet, registrieren Sie dieselbe Adresse erneut mit "resendMissed": true (POST /v3/webhooks/subscribe). Das Protokoll (POST /v3/webhooks/protocol) nennt den Grund jedes Fehlers.`,
  },
  en: {
    subject: 'Webhook paused: {{event}} to {{host}}',
    body: `Hello,

{{failures}} calls in a row have failed. Stellwerk has therefore paused this registration at {{pausedAt}}:

Company: {{company}}
Event: {{event}}
Receiver: {{host}}
Registration: {{id}}

The receiver has not received any events since then. They are not lost: once the receiver responds again, register the same address again with "resendMissed": true (POST /v3/webhooks/subscribe). The delivery log (POST /v3/webhooks/protocol) states the reason of each failure.`,
  },
};

/** More than the users of any tenant who look after its webhooks. */
const MAXIMUM_RECIPIENTS = 20;

/** The mail about a paused registration. None if it was reactivated or removed meanwhile. */
export const composePauseNotice: Composer = async ({ database }, { tenantId, id, userId }) => {
  const db = database.tenant(tenantId);
  const registration = await db
    .selectFrom('webhook_registration')
    .select(['id', 'event_type_id', 'url', 'paused_at'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', Number(id))
    .executeTakeFirst();
  if (registration?.paused_at == null) return undefined;
  const to =
    userId === undefined
      ? (await readMailSettings(db, tenantId)).contactAddress
      : (await findReaders(db, tenantId)).find((user) => user.id === userId)?.email;
  if (to === undefined) return undefined;
  if (to === null) return { userIds: (await findReaders(db, tenantId)).map((user) => user.id) };
  const { company, language } = await readSender(db, tenantId);
  const values = {
    company,
    event: EVENT_TYPES.find((type) => type.id === registration.event_type_id)?.name ?? '',
    // The rest of the URL can contain a secret of the receiver.
    host: new URL(registration.url).host,
    id: String(registration.id),
    failures: String(FAILURE_THRESHOLD),
    pausedAt: `${registration.paused_at.slice(0, 16).replace('T', ' ')} UTC`,
  };
  // Each pause has its own mail.
  return { keySuffix: registration.paused_at, to, ...renderMail(TEXTS[language], values, language) };
};

const ROLES_TO_NOTIFY = ROLES.filter((role) => permissionsOf(role).has('webhooks:write'));

/** The users whom to notify if the tenant has no contact address: those who can register the address again. */
async function findReaders(db: TenantDatabase, tenantId: number): Promise<{ id: number; email: string }[]> {
  const { rows } = await sql<{ id: number; email: string }>`
    SELECT id, email FROM user_account
     WHERE tenant_id = ${tenantId} AND role = ANY(${ROLES_TO_NOTIFY}::text[]) AND is_active AND password_hash IS NOT NULL
     ORDER BY id LIMIT ${MAXIMUM_RECIPIENTS}`.execute(db);
  return rows;
}
