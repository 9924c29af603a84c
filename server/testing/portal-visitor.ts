import assert from 'node:assert/strict';
import type { TestService, TestTenant } from './harness.ts';

// Shared by the tests of the portal: ads in the tables, and a visitor who views them and applies.

const BROWSER =
  'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

export interface Page {
  status: number;
  headers: Headers;
  text: string;
}

export interface Answers {
  [field: string]: string | Blob | (string | Blob)[] | undefined;
}

const PDF = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n');

export function pdf(name: string, bytes: Uint8Array = PDF): File {
  return new File([bytes as never], name, { type: 'application/pdf' });
}

/** A form with every consent given. */
export const FILLED_IN: Answers = {
  salutationId: '2',
  firstName: 'Ada',
  lastName: 'Muster',
  email: 'ada.muster@example.org',
  phoneNumber: '0151 23456789',
  street: 'Hauptstraße',
  streetNumber: '5a',
  zipCode: '10115',
  city: 'Berlin',
  message: 'Guten Tag,\r\nich kann sofort anfangen.',
  availableFrom: '2027-01-01',
  homepage: '',
  privacyChecked: 'true',
  termsOfUseChecked: 'true',
};

export class Visitor {
  readonly #service: TestService;
  readonly tenant: TestTenant;

  constructor(service: TestService, tenant: TestTenant = service.tenant) {
    this.#service = service;
    this.tenant = tenant;
  }

  /** A path below /jobs. */
  async get(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Page> {
    const answer = await fetch(`${this.#service.baseUrl}/jobs${path}`, {
      method,
      redirect: 'manual',
      headers: { 'user-agent': BROWSER, 'accept-language': 'de', ...headers },
    });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  }

  /** A path on the portal of the tenant. */
  own(path = '', headers: Record<string, string> = {}): Promise<Page> {
    return this.get(`/${this.tenant.key}${path}`, headers);
  }

  /** Opens the form of the ad, lets ten seconds pass, and returns its token. */
  async openForm(jobAdId: number, query = ''): Promise<string> {
    const page = await this.own(`/${jobAdId}/apply${query}`);
    assert.equal(page.status, 200, page.text);
    await this.#service.clock.advance(10_000);
    return tokenOf(page);
  }

  async send(
    jobAdId: number,
    answers: Answers,
    options: { query?: string; headers?: Record<string, string>; step?: 'apply' | 'cv' } = {},
  ): Promise<Page> {
    const form = new FormData();
    for (const [name, value] of Object.entries(answers)) {
      for (const part of Array.isArray(value) ? value : [value]) {
        if (part instanceof File) form.append(name, part, part.name);
        else if (part !== undefined) form.append(name, part as string);
      }
    }
    const answer = await fetch(
      `${this.#service.baseUrl}/jobs/${this.tenant.key}/${jobAdId}/${options.step ?? 'apply'}${options.query ?? ''}`,
      {
        method: 'POST',
        redirect: 'manual',
        headers: { 'user-agent': BROWSER, 'accept-language': 'de', ...options.headers },
        body: form,
      },
    );
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  }

  /** Opens the form, fills it in and sends it. */
  async apply(jobAdId: number, answers: Answers = {}, query = ''): Promise<Page> {
    const token = await this.openForm(jobAdId, query);
    return this.send(jobAdId, { ...FILLED_IN, token, ...answers }, { query });
  }
}

export function tokenOf(page: Page): string {
  return /name="token" value="([^"]+)"/.exec(page.text)![1]!;
}

/** The fields for the files that the service kept. The visitor keeps those that `isKept` accepts by name. */
export function keptFields(page: Page, isKept: (name: string) => boolean = () => true): Answers {
  const answers: Answers = {};
  for (const [, id, name] of page.text.matchAll(/<label for="keep-([^"]+)">([^<]+) \(/g)) {
    answers[`held-${id}`] = 'true';
    if (isKept(name!)) answers[`keep-${id}`] = 'true';
  }
  return answers;
}

/** The values of the text fields and the selected options of a form. */
export function valuesOf({ text }: Page): Record<string, string> {
  const inputs = [...text.matchAll(/<input type="(?:text|email|tel)" id="(\w+)"[^>]* value="([^"]*)"/g)];
  const selects = [...text.matchAll(/<select id="(\w+)"[\s\S]*?<option value="(\d+)" selected>/g)];
  return Object.fromEntries([...inputs, ...selects].map(([, name, value]) => [name, value]));
}

/** The texts of the error summary. */
export function errorsOf(page: Page): string[] {
  const summary = /<div class="errors"[\s\S]*?<ul>([\s\S]*?)<\/ul>/.exec(page.text)?.[1] ?? '';
  return [...summary.matchAll(/<li>([\s\S]*?)<\/li>/g)].map(([, item]) => item!.replaceAll(/<[^>]+>/g, ''));
}

interface NewAd {
  title?: string;
  status?: 'Editing' | 'Active' | 'Completed';
  [column: string]: unknown;
}

/** Inserts an ad directly into the database, with a new branch if none is given. */
export async function insertAd(
  service: Pick<TestService, 'sql' | 'tenant'>,
  { title = 'Lagerhelfer (m/w/d)', status = 'Active', ...columns }: NewAd = {},
  tenant: TestTenant = service.tenant,
): Promise<number> {
  const office = columns.office_id ?? (await insertBranch(service, 'Niederlassung Mitte', tenant));
  const values = {
    published_at: status === 'Editing' ? null : '2026-03-02T08:00:00Z',
    city: 'Berlin',
    zip_code: '10115',
    employment_type: 'Vollzeit',
    ...columns,
    title,
    process_status: status,
    office_id: office,
  };
  const names = Object.keys(values);
  const [row] = await service.sql<{ id: number }>(
    `INSERT INTO job_ad (tenant_id, ${names.join(', ')})
     VALUES ($1, ${names.map((_, index) => `$${index + 2}`).join(', ')}) RETURNING id`,
    [tenant.id, ...Object.values(values)],
    tenant.id,
  );
  return row!.id;
}

export async function insertBranch(
  service: Pick<TestService, 'sql' | 'tenant'>,
  name: string,
  tenant: TestTenant = service.tenant,
): Promise<number> {
  const [row] = await service.sql<{ id: number }>(
    'INSERT INTO branch (tenant_id, name) VALUES ($1, $2) RETURNING id',
    [tenant.id, name],
    tenant.id,
  );
  return row!.id;
}

/** Creates a tenant and returns a visitor of its portal. */
export async function visitorOfNewTenant(service: TestService): Promise<Visitor> {
  return new Visitor(service, await service.createTenant());
}

/** The titles of the ads in the text of a page of the list. */
export function titlesOf(text: string): string[] {
  return [...text.matchAll(/class="ad-link"[^>]*>([^<]*)</g)].map(([, title]) => title!);
}
