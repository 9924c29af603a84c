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

export interface RequestKindDefinition {
  kind: RequestKind;
  /** The end of the operation ids. */
  suffix: string;
  /** The service that the company requests, as it appears in summaries. */
  label: string;
  create: TSchema;
  change: TSchema;
  record: TSchema;
  createExample: { summary: string; body: Record<string, unknown> };
  changeExample: { summary: string; body: Record<string, unknown> };
}

export const KIND_DEFINITIONS: readonly RequestKindDefinition[] = [
  {
    kind: 'temporarystaffing',
    suffix: 'TemporaryStaffing',
    label: 'temporary staffing',
    create: TemporaryStaffingCreate,
    change: TemporaryStaffingChange,
    record: TemporaryStaffingRecord,
    createExample: {
      summary: 'Three forklift drivers for half a year',
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
    changeExample: { summary: 'One more person at a lower rate', body: { headcount: 4, billingRate: 29.5 } },
  },
  {
    kind: 'directplacement',
    suffix: 'DirectPlacement',
    label: 'direct placement',
    create: DirectPlacementCreate,
    change: DirectPlacementChange,
    record: DirectPlacementRecord,
    createExample: {
      summary: 'A dispatcher for direct hire',
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
    changeExample: { summary: 'A higher salary', body: { salaryTo: 51000 } },
  },
  {
    kind: 'servicecontract',
    suffix: 'ServiceContract',
    label: 'a service contract',
    create: ServiceContractCreate,
    change: ServiceContractChange,
    record: ServiceContractRecord,
    createExample: {
      summary: 'A stocktake at a fixed price',
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
    changeExample: { summary: 'Remove the acceptance date', body: { acceptanceDate: null } },
  },
];
