import { type Composer, type MailTexts, readMailSettings, readSender, renderMail } from '../mail/index.ts';
import { FAILURE_THRESHOLD } from './delivery/index.ts';
import { findPaused, findReaders, type PausedRegistration } from './paused-mail-queries.ts';

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
