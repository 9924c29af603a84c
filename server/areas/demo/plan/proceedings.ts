import { type ApplicationStage, CANDIDATE_STATUS, DECISIONS } from '../../candidates/index.ts';
import { JOB_ADS } from '../lists/job-ad-texts.ts';
import type { Occupation } from '../lists/occupations.ts';
import { addDays } from './dates.ts';
import { jobAdTimes } from './job-ads.ts';
import type { Random } from './random.ts';

// What happened with a candidate: applications, conversations, decisions.

interface DemoApplication {
  /** Index into JOB_ADS, or null for an unsolicited application. */
  jobAd: number | null;
  channelId: number;
  message: string | null;
  appliedAt: Date;
}

/** A move that no status makes. */
interface DemoMove {
  stage: ApplicationStage;
  reason: string | null;
  appliedAt: Date;
  movedAt: Date;
}

interface DemoStatus {
  statusId: number;
  comment: string;
  setAt: Date;
}

interface DemoCommunication {
  communicationTypeId: number;
  subject: string;
  text: string;
  direction: 'in' | 'out';
  occurredAt: Date;
}

export interface Plan {
  applications: DemoApplication[];
  status: DemoStatus[];
  moves: DemoMove[];
  communications: DemoCommunication[];
}

interface Frame {
  createdAt: Date;
  now: Date;
}

const HOMEPAGE = 28;
/** Sources of applications and visitors. A source that is listed twice is drawn twice as often. */
export const CHANNELS = [HOMEPAGE, HOMEPAGE, HOMEPAGE, 1, 1, 3, 4, 6, 9, 14];

const MESSAGES = [
  'Guten Tag, ich kann ab sofort anfangen und freue mich auf Ihren Anruf.',
  'Ich habe mehrere Jahre Erfahrung und suche eine feste Stelle in der Nähe.',
  'Bitte rufen Sie mich nach 15 Uhr an, vorher bin ich auf der Arbeit.',
  'Meine Zeugnisse schicke ich gern nach.',
  'Ich wurde von einem Bekannten auf Sie aufmerksam gemacht.',
];

/** About one candidate in eight has no applications. Recruiters do not see these candidates. */
export function planApplications(
  random: Random,
  occupation: Occupation,
  { createdAt, now }: Frame,
): DemoApplication[] {
  const { count } = random.pickWeighted([
    { count: 0, weight: 12 },
    { count: 1, weight: 58 },
    { count: 2, weight: 21 },
    { count: 3, weight: 9 },
  ]);
  const times = Array.from({ length: count }, (_, index) =>
    index === 0 ? addDays(createdAt, 0.01) : between(random, createdAt, now),
  ).sort((first, second) => first.getTime() - second.getTime());
  const used = new Set<number>();
  return times.map((appliedAt) => {
    const open = occupation.jobAds.filter((ad) => !used.has(ad) && isOpen(ad, appliedAt, now));
    const jobAd = open.length > 0 && random.chance(0.9) ? random.pick(open) : null;
    if (jobAd !== null) used.add(jobAd);
    return {
      jobAd,
      channelId: random.pick(CHANNELS),
      message: random.chance(0.5) ? random.pick(MESSAGES) : null,
      appliedAt,
    };
  });
}

function isOpen(jobAd: number, at: Date, now: Date): boolean {
  return jobAdTimes(jobAd, now).published.some(({ from, to }) => from <= at && (to === null || at < to));
}

/** Status entries, the current one last; empty until someone has decided. */
export function planStatus(
  random: Random,
  applications: readonly DemoApplication[],
  { now }: Frame,
): DemoStatus[] {
  const last = applications.at(-1);
  if (last === undefined) return [];
  const { steps } = random.pickWeighted([
    { weight: 36, steps: [] },
    {
      weight: 26,
      steps: [[CANDIDATE_STATUS.qualified, 'Telefoninterview geführt, Unterlagen vollständig.']],
    },
    {
      weight: 16,
      steps: [
        [CANDIDATE_STATUS.qualified, 'Gespräch in der Niederlassung, passt gut ins Team.'],
        [CANDIDATE_STATUS.hired, 'Arbeitsvertrag unterschrieben.'],
      ],
    },
    { weight: 14, steps: [[CANDIDATE_STATUS.rejected, 'Anforderungen nicht erfüllt.']] },
    {
      weight: 8,
      steps: [
        [CANDIDATE_STATUS.rejected, 'Hat eine andere Stelle angenommen.'],
        [CANDIDATE_STATUS.archived, 'Auf eigenen Wunsch nicht weiter berücksichtigt.'],
      ],
    },
  ] as const);
  if (isFresh(last.appliedAt, now)) return [];
  let at = last.appliedAt;
  return steps.map(([statusId, comment]) => {
    at = soonAfter(random, at, now);
    return { statusId, comment, setAt: at };
  });
}

interface Choice {
  weight: number;
  stage: ApplicationStage;
  reason: string | null;
}

const STAY: Omit<Choice, 'weight'> = { stage: 'new', reason: null };
const REVIEW: Omit<Choice, 'weight'> = { stage: 'inReview', reason: null };
const INTERVIEW: Omit<Choice, 'weight'> = {
  stage: 'interview',
  reason: 'Eingeladen, Termin telefonisch bestätigt.',
};
const OFFER: Omit<Choice, 'weight'> = { stage: 'offer', reason: 'Vertragsangebot per E-Mail verschickt.' };
const WITHDRAWN: Omit<Choice, 'weight'> = {
  stage: 'withdrawn',
  reason: 'Bewerbung zurückgezogen, hat eine andere Stelle.',
};

const QUALIFIED: readonly Choice[] = [
  { weight: 3, ...REVIEW },
  { weight: 4, ...INTERVIEW },
  { weight: 3, ...OFFER },
];
const FRESH: readonly Choice[] = [
  { weight: 6, ...STAY },
  { weight: 3, ...REVIEW },
  { weight: 1, ...INTERVIEW },
];
const OLDER: readonly Choice[] = [
  { weight: 4, ...REVIEW },
  { weight: 4, ...INTERVIEW },
  { weight: 2, ...OFFER },
  { weight: 4, ...WITHDRAWN },
];
/** The candidate applied again later. */
const SUPERSEDED: readonly Choice[] = [
  { weight: 2, ...REVIEW },
  { weight: 5, ...WITHDRAWN },
];

/** Moves the applications that nobody has decided about, so that every stage has some. */
export function planMoves(
  random: Random,
  { applications, status }: Pick<Plan, 'applications' | 'status'>,
  now: Date,
): DemoMove[] {
  const current = status.at(-1);
  if (current?.statusId === CANDIDATE_STATUS.archived) return [];
  return applications.flatMap(({ appliedAt }, index) => {
    const isLast = index === applications.length - 1;
    if (isLast && current !== undefined && DECISIONS.includes(current.statusId)) return [];
    const undecided = isFresh(appliedAt, now) ? FRESH : isLast ? OLDER : SUPERSEDED;
    const { stage, reason } = random.pickWeighted(isLast && current !== undefined ? QUALIFIED : undecided);
    if (stage === 'new') return [];
    const since = isLast && current !== undefined ? current.setAt : appliedAt;
    // Work in progress has moved in the last days.
    const from = new Date(Math.max(since.getTime(), addDays(now, -10).getTime()));
    return [{ stage, reason, appliedAt, movedAt: between(random, from, now) }];
  });
}

export function planCommunications(
  random: Random,
  applications: readonly DemoApplication[],
  { now }: Frame,
): DemoCommunication[] {
  const communications: DemoCommunication[] = [];
  for (const { jobAd, appliedAt } of applications) {
    const subject = jobAd === null ? 'Ihre Initiativbewerbung' : `Ihre Bewerbung: ${JOB_ADS[jobAd]!.title}`;
    communications.push({
      communicationTypeId: 2,
      subject,
      text: 'Vielen Dank für Ihre Bewerbung. Wir melden uns innerhalb von zwei Werktagen bei Ihnen.',
      direction: 'out',
      occurredAt: new Date(Math.min(addDays(appliedAt, 0.001).getTime(), now.getTime())),
    });
    if (!random.chance(0.55)) continue;
    communications.push({ ...random.pick(CONTACTS), occurredAt: soonAfter(random, appliedAt, now) });
  }
  return communications;
}

const CONTACTS: readonly Omit<DemoCommunication, 'occurredAt'>[] = [
  {
    communicationTypeId: 1,
    subject: 'Telefoninterview',
    text: 'Freundliches Gespräch, Schichtbereitschaft vorhanden, kann den Arbeitsort mit der S-Bahn erreichen.',
    direction: 'out',
  },
  {
    communicationTypeId: 1,
    subject: 'Rückruf',
    text: 'Nachgefragt, wann das Vorstellungsgespräch stattfindet. Termin bestätigt.',
    direction: 'in',
  },
  {
    communicationTypeId: 5,
    subject: 'Unterlagen',
    text: 'Foto des Staplerscheins und des Ausweises angekündigt.',
    direction: 'in',
  },
  {
    communicationTypeId: 6,
    subject: 'Vorstellungsgespräch in der Niederlassung',
    text: 'Pünktlich erschienen, Unterlagen vollständig, Probearbeit vereinbart.',
    direction: 'out',
  },
];

/** Whether it is too early for a decision. */
function isFresh(appliedAt: Date, now: Date): boolean {
  return addDays(appliedAt, 3) > now;
}

export function between(random: Random, from: Date, to: Date): Date {
  return new Date(Math.floor(from.getTime() + random.next() * (to.getTime() - from.getTime())));
}

/** A time within about a week after `from`, never after now. */
function soonAfter(random: Random, at: Date, now: Date): Date {
  return between(random, at, new Date(Math.min(addDays(at, 8).getTime(), now.getTime())));
}
