import { REQUEST_STATUS, type RequestKind, type RequestValues } from '../../requests/index.ts';
import { addDays, toDateText } from './dates.ts';
import type { Random } from './random.ts';

// Customer requests of every kind and in every status.

const CUSTOMER = 3;

interface Need {
  title: string;
  professionId: number | null;
  requirements: string;
  payGroup: string;
  hourlyWage: number;
  yearlySalary: number;
}

interface Trade {
  needs: readonly [Need, ...Need[]];
  shiftModel: string;
  /** The contracted work, and its fixed price in euros. */
  work: readonly [scope: string, headcount: number, price: number];
}

const LOGISTICS: Trade = {
  needs: [
    {
      title: 'Staplerfahrer (m/w/d)',
      professionId: 7453,
      requirements: 'Staplerschein, Erfahrung mit Schubmaststaplern',
      payGroup: 'EG 2b',
      hourlyWage: 16.4,
      yearlySalary: 36_000,
    },
    {
      title: 'Kommissionierer (m/w/d)',
      professionId: 4702,
      requirements: 'Bereitschaft zur Schichtarbeit',
      payGroup: 'EG 2a',
      hourlyWage: 15.8,
      yearlySalary: 33_500,
    },
    {
      title: 'Fachkraft für Lagerlogistik (m/w/d)',
      professionId: 27449,
      requirements: 'Abgeschlossene Ausbildung, SAP EWM',
      payGroup: 'EG 4',
      hourlyWage: 18.9,
      yearlySalary: 41_000,
    },
  ],
  shiftModel: 'Früh- und Spätschicht im Wechsel',
  work: ['Stichtagsinventur des Hochregallagers, rund 12.000 Stellplätze', 14, 18_600],
};

const METAL: Trade = {
  needs: [
    {
      title: 'CNC-Fräser (m/w/d)',
      professionId: 1832,
      requirements: 'Heidenhain-Steuerung, Lesen technischer Zeichnungen',
      payGroup: 'EG 5',
      hourlyWage: 21.5,
      yearlySalary: 48_000,
    },
    {
      title: 'CNC-Dreher (m/w/d)',
      professionId: 1795,
      requirements: 'Einrichten von Drehmaschinen, Fanuc von Vorteil',
      payGroup: 'EG 5',
      hourlyWage: 21,
      yearlySalary: 47_000,
    },
  ],
  shiftModel: 'Drei Schichten, Montag bis Freitag',
  work: ['Nacharbeit und Prüfung von 8.000 Gehäuseteilen nach Prüfplan', 6, 24_800],
};

const CARE: Trade = {
  needs: [
    {
      title: 'Pflegefachkraft (m/w/d)',
      professionId: null,
      requirements: 'Examen, Berufsurkunde, Masernschutz',
      payGroup: 'EG 6',
      hourlyWage: 24.5,
      yearlySalary: 46_500,
    },
  ],
  shiftModel: 'Früh-, Spät- und Nachtdienst nach Plan',
  work: ['Grundreinigung der Wohnbereiche vor der Begehung', 8, 9400],
};

const OFFICE: Trade = {
  needs: [
    {
      title: 'Sachbearbeiter Auftragsabwicklung (m/w/d)',
      professionId: null,
      requirements: 'Kaufmännische Ausbildung, sicher in Tabellenkalkulation',
      payGroup: 'EG 5',
      hourlyWage: 19.8,
      yearlySalary: 42_500,
    },
  ],
  shiftModel: 'Tagschicht mit Gleitzeit',
  work: ['Übernahme von 6.000 Artikelstammdaten in das neue Warenwirtschaftssystem', 3, 11_900],
};

/** Keyed by the industry of the company. */
const TRADES: Readonly<Record<number, Trade>> = { 3: METAL, 6: METAL, 7: OFFICE, 8: LOGISTICS, 17: CARE };

type Step = readonly [statusId: number, daysLater: number, comment: string | null];

interface Life {
  kind: RequestKind;
  /** Days between creation and today. */
  daysAgo: readonly [least: number, most: number];
  steps: readonly Step[];
}

const LIVES: Readonly<Record<'customer' | 'former' | 'other', readonly Life[]>> = {
  customer: [
    {
      kind: 'temporarystaffing',
      daysAgo: [120, 150],
      steps: [
        [REQUEST_STATUS.inProgress, 1, null],
        [REQUEST_STATUS.filled, 9, 'Alle Plätze besetzt.'],
        [REQUEST_STATUS.closed, 95, 'Einsatz planmäßig beendet.'],
      ],
    },
    {
      kind: 'temporarystaffing',
      daysAgo: [40, 60],
      steps: [
        [REQUEST_STATUS.inProgress, 2, null],
        [REQUEST_STATUS.filled, 14, 'Start mit zwei Tagen Einarbeitung.'],
      ],
    },
    {
      kind: 'temporarystaffing',
      daysAgo: [5, 12],
      steps: [[REQUEST_STATUS.inProgress, 2, 'Erste Vorschläge verschickt.']],
    },
    { kind: 'temporarystaffing', daysAgo: [1, 3], steps: [] },
    {
      kind: 'directplacement',
      daysAgo: [60, 90],
      steps: [
        [REQUEST_STATUS.inProgress, 3, null],
        [REQUEST_STATUS.filled, 38, 'Vertrag unterschrieben.'],
        [REQUEST_STATUS.closed, 52, null],
      ],
    },
    {
      kind: 'directplacement',
      daysAgo: [10, 25],
      steps: [[REQUEST_STATUS.inProgress, 4, 'Zwei Gespräche vereinbart.']],
    },
    {
      kind: 'servicecontract',
      daysAgo: [20, 45],
      steps: [[REQUEST_STATUS.cancelled, 12, 'Wird intern erledigt.']],
    },
    { kind: 'servicecontract', daysAgo: [2, 8], steps: [] },
  ],
  former: [
    {
      kind: 'temporarystaffing',
      daysAgo: [150, 200],
      steps: [
        [REQUEST_STATUS.filled, 11, null],
        [REQUEST_STATUS.closed, 70, 'Zusammenarbeit beendet.'],
      ],
    },
    {
      kind: 'directplacement',
      daysAgo: [110, 140],
      steps: [[REQUEST_STATUS.cancelled, 20, 'Stelle selbst besetzt.']],
    },
  ],
  other: [{ kind: 'directplacement', daysAgo: [2, 10], steps: [] }],
};

interface DemoRequest {
  kind: RequestKind;
  /** Without officeId, responsibility, and references to parts of the company. */
  values: RequestValues;
  createdAt: Date;
  steps: readonly { statusId: number; comment: string | null; at: Date }[];
}

/** The same generator and `now` give the same requests. `status` lists the statuses of the company in order. */
export function planRequests(
  random: Random,
  company: { industryId: number; status: readonly number[] },
  now: Date,
): DemoRequest[] {
  const trade = TRADES[company.industryId] ?? OFFICE;
  const relation = !company.status.includes(CUSTOMER)
    ? 'other'
    : company.status.at(-1) === CUSTOMER
      ? 'customer'
      : 'former';
  return LIVES[relation].map(({ kind, daysAgo, steps }) => {
    const createdAt = addDays(now, -random.integer(...daysAgo));
    return {
      kind,
      values: { ...planCommon(random, createdAt), ...PLANNERS[kind](random, trade, createdAt) },
      createdAt,
      steps: steps.map(([statusId, daysLater, comment]) => ({
        statusId,
        comment,
        at: addDays(createdAt, daysLater),
      })),
    };
  });
}

function planCommon(random: Random, createdAt: Date): RequestValues {
  return { startDate: toDateText(addDays(createdAt, random.integer(18, 40))) };
}

/** The properties specific to each kind, with title and headcount. */
const PLANNERS: Record<RequestKind, (random: Random, trade: Trade, createdAt: Date) => RequestValues> = {
  temporarystaffing(random, { needs, shiftModel }, createdAt) {
    const { title, professionId, requirements, payGroup, hourlyWage } = random.pick(needs);
    return {
      title,
      professionId,
      requirements,
      headcount: random.integer(1, 8),
      endDate: random.chance(0.7) ? toDateText(addDays(createdAt, random.integer(90, 300))) : null,
      weeklyHours: random.pick([35, 37.5, 40]),
      shiftModel,
      payGroup,
      hourlyWage,
      // The factor covers vacation, absence, and the margin.
      billingRate: Math.round(hourlyWage * random.integer(188, 205)) / 100,
    };
  },
  directplacement(random, { needs }) {
    const { title, professionId, requirements, yearlySalary } = random.pick(needs);
    return {
      title: `${title} zur Festanstellung`,
      professionId,
      requirements,
      headcount: 1,
      salaryFrom: yearlySalary,
      salaryTo: yearlySalary + 1000 * random.integer(2, 6),
      feePercent: random.pick([22, 24.5, 25]),
    };
  },
  servicecontract(random, { work: [scope, headcount, fixedPrice] }, createdAt) {
    const end = addDays(createdAt, random.integer(50, 70));
    return {
      title: scope.split(',')[0]!,
      headcount,
      scope,
      fixedPrice,
      endDate: toDateText(end),
      acceptanceDate: toDateText(addDays(end, 7)),
    };
  },
};
