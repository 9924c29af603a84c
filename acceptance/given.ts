import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { CandidateCreateDto, ExternalApplicationDto, JobAdListItemDto } from '../sdk/index.ts';
import { client } from './installation.ts';

// What a test begins with. All of it is made anew, under names that no other run has used.

/** An id that a tenant will hardly ever reach. */
export const NOBODY = 2_147_483_647;

export const PDF = Buffer.from(
  '%PDF-1.4\n1 0 obj <</Type /Catalog>> endobj\ntrailer <</Root 1 0 R>>\n%%EOF\n',
);
/** The smallest images their formats allow: one pixel. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A name no other record has. */
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

/** A branch of the tenant that takes new records. */
export async function branchId(): Promise<number> {
  const { branches } = await client.branches.list();
  return branches.find(({ isActive }) => isActive)!.id;
}

/** A user who may be made responsible. */
export async function recruiterId(): Promise<number> {
  const { users } = await client.users.listResponsibilities();
  return users[0]!.id;
}

/** Job ads cannot be written through the interface: tests take those they find. */
export async function jobAds(status?: JobAdListItemDto['status']): Promise<JobAdListItemDto[]> {
  const all = await client.jobAds.list();
  return status === undefined ? all : all.filter((jobAd) => jobAd.status === status);
}

/** What a career site sends; the e-mail address belongs to nobody yet. */
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

/** YYYY-MM-DD in UTC, so many days from today. */
export function day(offset = 0): string {
  return new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
}

/** The day and the hour, in UTC, in which the record was changed last. */
export function hourOf({ modifiedAtUtc }: { modifiedAtUtc: string }): { date: string; hour: number } {
  assert.match(modifiedAtUtc, /Z$/);
  return { date: modifiedAtUtc.slice(0, 10), hour: Number(modifiedAtUtc.slice(11, 13)) };
}
