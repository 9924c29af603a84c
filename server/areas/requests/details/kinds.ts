import type { TSchema } from '../../../core/http/schema.ts';
import {
  DirectPlacementChange,
  DirectPlacementCreate,
  DirectPlacementRecord,
  type RequestKind,
  ServiceContractChange,
  ServiceContractCreate,
  ServiceContractRecord,
  TemporaryStaffingChange,
  TemporaryStaffingCreate,
  TemporaryStaffingRecord,
} from './schema.ts';

export interface KindOfRequest {
  kind: RequestKind;
  /** Last part of the operation ids. */
  suffix: string;
  /** What the request is for, as a summary says it. */
  words: string;
  create: TSchema;
  change: TSchema;
  record: TSchema;
  creation: { summary: string; body: Record<string, unknown> };
  alteration: { summary: string; body: Record<string, unknown> };
}

export const KINDS: readonly KindOfRequest[] = [
  {
    kind: 'temporarystaffing',
    suffix: 'TemporaryStaffing',
    words: 'temporary staffing',
    create: TemporaryStaffingCreate,
    change: TemporaryStaffingChange,
    record: TemporaryStaffingRecord,
    creation: {
      summary: 'Three fork-lift drivers for half a year',
      body: {
        officeId: 1,
        siteId: 31,
        locationId: 58,
        title: 'Staplerfahrer (m/w/d), Frühschicht',
        professionId: 27449,
        headcount: 3,
        startDate: '2026-05-01',
        endDate: '2026-10-31',
        weeklyHours: 37.5,
        payGroup: 'EG 2b',
        hourlyWage: 15.6,
        billingRate: 29.9,
      },
    },
    alteration: { summary: 'One more person at another rate', body: { headcount: 4, billingRate: 29.5 } },
  },
  {
    kind: 'directplacement',
    suffix: 'DirectPlacement',
    words: 'direct placement',
    create: DirectPlacementCreate,
    change: DirectPlacementChange,
    record: DirectPlacementRecord,
    creation: {
      summary: 'A dispatcher to be employed by the company',
      body: {
        officeId: 1,
        contactId: 77,
        title: 'Disponent Lager (m/w/d)',
        professionId: 14094,
        headcount: 1,
        startDate: '2026-07-01',
        salaryFrom: 42000,
        salaryTo: 48000,
        feePercent: 24.5,
      },
    },
    alteration: { summary: 'A higher salary', body: { salaryTo: 51000 } },
  },
  {
    kind: 'servicecontract',
    suffix: 'ServiceContract',
    words: 'a service contract',
    create: ServiceContractCreate,
    change: ServiceContractChange,
    record: ServiceContractRecord,
    creation: {
      summary: 'A stocktaking at a fixed price',
      body: {
        officeId: 1,
        title: 'Inventur Lager Nord',
        headcount: 6,
        startDate: '2026-06-15',
        endDate: '2026-06-28',
        scope: 'Inventur im Lager Nord, rund 12.000 Stellplätze',
        fixedPrice: 18500,
        acceptanceDate: '2026-06-30',
      },
    },
    alteration: { summary: 'No day of acceptance any more', body: { acceptanceDate: null } },
  },
];
