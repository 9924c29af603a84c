import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { CandidateCreateDto, ExternalApplicationDto, JobAdListItemDto } from '../sdk/index.ts';
import { client } from './installation.ts';

// Records that the tests start with. They are created for each test, under names that no other run uses.

/** An id that no record has. */
export const NOBODY = 2_147_483_647;

export const PDF = Buffer.from(
  '%PDF-1.4\n1 0 obj <</Type /Catalog>> endobj\ntrailer <</Root 1 0 R>>\n%%EOF\n',
);
/** An image of one pixel. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A name that no other record has. */
export function unique(word = 'acceptance'): string {
  return `${word}-${randomUUID()}`;
}

export function uniqueEmail(): string {
  return `${unique()}@example.org`;
}

export async function candidate(values: Partial<CandidateCreateDto> = {}): Promise<number> {
  const { id } = await client.candidates.create({ firstName: 'Ada', lastName: unique(), ...values });
  return id;
}

export async function company(): Promise<number> {
  const { id } = await client.companies.create({ name: unique('Nordkai') });
  return id;
}

/** A company with a site. */
export async function site(): Promise<{ customerId: number; siteId: number }> {
  const customerId = await company();
  const { id: siteId } = await client.sites.create(customerId, { description: 'Werk Nord' });
  return { customerId, siteId };
}

/** An active branch of the tenant. */
export async function branchId(): Promise<number> {
  const { branches } = await client.branches.list();
  return branches.find(({ isActive }) => isActive)!.id;
}

/** A user who can be responsible for a record. */
export async function recruiterId(): Promise<number> {
  const { users } = await client.users.listResponsibilities();
  return users[0]!.id;
}

/** Existing job ads. The interface cannot create any. */
export async function jobAds(status?: JobAdListItemDto['status']): Promise<JobAdListItemDto[]> {
  const all = await client.jobAds.list();
  return status === undefined ? all : all.filter((jobAd) => jobAd.status === status);
}

/** An application as a career site sends it, with a new e-mail address. */
export function application(values: Partial<ExternalApplicationDto> = {}): ExternalApplicationDto {
  return {
    salutationId: 2,
    firstName: 'Jana',
    lastName: unique('Wieczorek'),
    city: 'Berlin',
    zipCode: '12051',
    email: uniqueEmail(),
    sourceOfSupplyId: 1,
    hasWhatsApp: false,
    whatsAppConsentChecked: false,
    privacyChecked: true,
    termsOfUseChecked: true,
    keywords: [],
    documents: [],
    ...values,
  };
}

/** The UTC date in YYYY-MM-DD, offset from today by this number of days. */
export function day(offset = 0): string {
  return new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
}

/** The UTC day and hour of the last change of a record. */
export function hourOf({ modifiedAtUtc }: { modifiedAtUtc: string }): { date: string; hour: number } {
  assert.match(modifiedAtUtc, /Z$/);
  return { date: modifiedAtUtc.slice(0, 10), hour: Number(modifiedAtUtc.slice(11, 13)) };
}
