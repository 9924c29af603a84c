import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { eraseCandidate } from '../server/areas/privacy/index.ts';
import type { PlatformApi, TestService } from '../server/testing/harness.ts';

const WRITERS = 4;
const REQUESTS = { temporarystaffing: {}, directplacement: {}, servicecontract: { scope: 'Umzug' } };

interface Company {
  id: number;
  sites: { id: number; locations: number[]; contacts: number[] }[];
}

/** Concurrent writers that create, change and delete records at random, through the interface where it is possible. */
export class RandomWriters {
  readonly #service: TestService;
  readonly #candidates: number[] = [];
  readonly #companies: Company[] = [];
  readonly #jobAds: number[] = [];
  readonly #requests: { kind: keyof typeof REQUESTS; id: number }[] = [];
  #platform!: PlatformApi;
  readonly #documents: number[] = [];
  #branchId = 0;
  count = 0;

  constructor(service: TestService) {
    this.#service = service;
  }

  /** Creates records of every type. */
  async prepare(candidates: number): Promise<void> {
    this.#platform = await this.#service.platform('admin');
    const [branch] = await this.#service.sql<{ id: number }>(
      `INSERT INTO branch (tenant_id, name) VALUES ($1, 'Berlin') RETURNING id`,
      [this.#service.tenant.id],
    );
    this.#branchId = branch!.id;
    for (let index = 0; index < 5; index++) await this.#createJobAd();
    for (let index = 0; index < candidates; index++) await this.#createCandidate();
    for (let index = 0; index < 5; index++) await this.#createCompany();
    await this.#createRequest();
  }

  async run(shouldContinue: () => boolean): Promise<void> {
    await Promise.all(
      Array.from({ length: WRITERS }, async () => {
        while (shouldContinue()) {
          await this.#write();
          this.count++;
        }
      }),
    );
  }

  async #write(): Promise<void> {
    const writes = [
      () => this.#createCandidate(),
      () => this.#changeCandidate(),
      () => this.#changeCandidate(),
      () => this.#changeCandidate(),
      () => this.#upload(),
      () => this.#apply(),
      () => this.#administrate(),
      () => this.#erase(),
      () => this.#createCompany(),
      () => this.#changeCompany(),
      () => this.#changeCompany(),
      () => this.#changeParts(),
      () => this.#changeParts(),
      () => this.#createRequest(),
      () => this.#changeRequest(),
      () => this.#createJobAd(),
      () => this.#changeJobAd(),
      () => this.#changeJobAd(),
    ];
    await writes[randomInt(writes.length)]!();
  }

  async #post(path: string, body: unknown, acceptable: readonly number[] = [200]): Promise<number> {
    const response = await this.#service.tenant.api.post(path, body);
    assert.ok(acceptable.includes(response.status), `POST ${path}: ${response.text}`);
    return response.body?.id;
  }

  async #put(path: string, body: unknown, acceptable: readonly number[] = [200, 204]): Promise<void> {
    const response = await this.#service.tenant.api.put(path, body);
    assert.ok(acceptable.includes(response.status), `PUT ${path}: ${response.text}`);
  }

  async #createCandidate(): Promise<void> {
    this.#candidates.push(
      await this.#post('/candidates', {
        firstName: 'Ada "€"\\',
        lastName: text(),
        contact: { email: 'ada@example.org' },
      }),
    );
  }

  async #changeCandidate(): Promise<void> {
    const id = pick(this.#candidates);
    // Another writer may have erased the candidate or sent the same value.
    const acceptable = [200, 204, 400, 404];
    await pick([
      () => this.#put(`/candidates/${id}`, { lastName: text(), remarks: text() }, acceptable),
      () => this.#put(`/candidates/${id}/status`, { statusId: pick([2003, 2004, 2005]) }, acceptable),
      () =>
        this.#post(
          `/candidates/${id}/languages`,
          { languageId: randomInt(1, 30), languageLevelId: 632 },
          acceptable,
        ),
      () => this.#service.tenant.api.delete(`/candidates/${id}/languages/${randomInt(1, 30)}`),
      () => this.#post(`/candidates/${id}/keywords`, { keyword: text() }, acceptable),
      () =>
        this.#post(`/candidates/${id}/qualifications`, { name: `Q${randomInt(40)}`, score: 3 }, acceptable),
      () => this.#post(`/candidates/${id}/resume/jobs`, { employer: text(), position: text() }, acceptable),
      () =>
        this.#post(`/candidates/${id}/communications`, { communicationTypeId: 1, text: text() }, acceptable),
      () =>
        this.#post(
          `/candidates/${id}/whatsapp`,
          { phoneNumber: `0151 ${randomInt(1e6, 1e7)}`, consentChecked: true },
          acceptable,
        ),
    ])();
  }

  async #upload(): Promise<void> {
    const base64File = Buffer.from(text()).toString('base64');
    const body = { filename: `${text()}.txt`, base64File, shouldParseCV: false };
    const path = `/candidates/${pick(this.#candidates)}/documents/${pick(['cv', 'other'])}`;
    const id: number | undefined = await this.#post(path, body, [200, 404]);
    if (id !== undefined) this.#documents.push(id);
  }

  /** Calls that only the platform API has. */
  async #administrate(): Promise<void> {
    const response = await pick([
      () => this.#platform.put(`/branches/${this.#branchId}`, { name: text() }),
      async () => {
        const [id] = this.#documents.splice(0, 1);
        return id === undefined ? { status: 204, text: '' } : this.#platform.delete(`/documents/${id}`);
      },
    ])();
    assert.ok([200, 204, 404].includes(response.status), response.text);
  }

  async #apply(): Promise<void> {
    const id = await this.#post('/candidates/applies/external', {
      salutationId: 3,
      firstName: 'Eva',
      lastName: text(),
      city: 'Berlin',
      zipCode: '10115',
      email: `eva.${randomInt(1e9)}@example.org`,
      sourceOfSupplyId: 1,
      whatsAppConsentChecked: false,
      hasWhatsApp: false,
      privacyChecked: true,
      termsOfUseChecked: true,
      keywords: [text()],
      documents: [{ filename: 'cv.txt', base64File: Buffer.from(text()).toString('base64') }],
    });
    this.#candidates.push(id);
  }

  async #createRequest(): Promise<void> {
    const kind = pick(Object.keys(REQUESTS) as (keyof typeof REQUESTS)[]);
    const { id: companyId } = pick(this.#companies);
    const id = await this.#post(`/customers/${companyId}/requests/${kind}`, {
      officeId: this.#branchId,
      title: text(),
      headcount: 2,
      startDate: '2027-05-01',
      ...REQUESTS[kind],
    });
    this.#requests.push({ kind, id });
  }

  async #changeRequest(): Promise<void> {
    const { kind, id } = pick(this.#requests);
    await pick([
      () => this.#put(`/customers/requests/${kind}/${id}`, { title: text() }, [204, 400]),
      // Some statuses are final.
      () => this.#put(`/customers/requests/${id}/status`, { statusId: randomInt(1, 6) }, [200, 204, 400]),
    ])();
  }

  async #createJobAd(): Promise<void> {
    const body = {
      title: text(),
      officeId: this.#branchId,
      location: { city: 'Berlin' },
      tasks: '<p>Packen</p>',
    };
    const response = await this.#platform.post('/jobads', body);
    assert.equal(response.status, 200, response.text);
    this.#jobAds.push(response.body.id);
  }

  async #changeJobAd(): Promise<void> {
    const id = pick(this.#jobAds);
    const candidateId = pick(this.#candidates);
    const response = await pick([
      () => this.#platform.put(`/jobads/${id}`, { title: text() }),
      () => this.#platform.post(`/jobads/${id}/${pick(['publish', 'withdraw', 'complete', 'reopen'])}`),
      () =>
        this.#service.tenant.api.post(`/candidates/${candidateId}/apply`, {
          recruiterId: this.#platform.user.id,
          jobAdId: id,
        }),
      () =>
        this.#service.tenant.api.post(`/candidates/${candidateId}/apply`, {
          recruiterId: this.#platform.user.id,
          jobAdId: id,
        }),
      async () => {
        if (this.#jobAds.length < 5) return { status: 204, text: '' };
        this.#jobAds.splice(this.#jobAds.indexOf(id), 1);
        return this.#platform.delete(`/jobads/${id}`);
      },
    ])();
    // Not every transition is valid in every status, and another writer may have deleted the job ad.
    assert.ok([200, 204, 400, 404].includes(response.status), response.text);
  }

  async #erase(): Promise<void> {
    if (this.#candidates.length < 50) return;
    const [id] = this.#candidates.splice(randomInt(this.#candidates.length), 1);
    await eraseCandidate(this.#service.services, this.#service.tenant.id, id!);
  }

  async #createCompany(): Promise<void> {
    const company: Company = { id: await this.#post('/customers', { name: text() }), sites: [] };
    await this.#createSite(company);
    this.#companies.push(company);
  }

  async #createSite(company: Company): Promise<void> {
    const path = `/customers/${company.id}/offices`;
    const site: Company['sites'][number] = {
      id: await this.#post(path, { description: text() }),
      locations: [],
      contacts: [],
    };
    site.locations.push(await this.#post(`${path}/${site.id}/locations`, { description: text() }));
    site.contacts.push(await this.#post(`${path}/${site.id}/contacts`, { lastName: text() }));
    company.sites.push(site);
  }

  async #changeCompany(): Promise<void> {
    const company = pick(this.#companies);
    await pick([
      () => this.#put(`/customers/${company.id}`, { name: text(), remarks: text() }),
      () => this.#put(`/customers/${company.id}/status`, { statusId: randomInt(1, 7) }),
      () => this.#createSite(company),
    ])();
  }

  async #changeParts(): Promise<void> {
    const company = pick(this.#companies);
    const site = pick(company.sites);
    const path = `/customers/${company.id}/offices/${site.id}`;
    await pick([
      () => this.#put(path, { description: text() }),
      async () => void site.locations.push(await this.#post(`${path}/locations`, { description: text() })),
      async () => void site.contacts.push(await this.#post(`${path}/contacts`, { lastName: text() })),
      () => this.#put(`${path}/contacts/${pick(site.contacts)}`, { position: text() }),
      () => this.#put(`${path}/contacts/${pick(site.contacts)}/status`, { isActive: randomInt(2) === 0 }),
      async () => {
        const id = pick(site.locations);
        if (id !== undefined) await this.#put(`${path}/locations/${id}`, { description: text() }, [204, 404]);
      },
      async () => {
        const [id] = site.locations.splice(0, 1);
        if (id !== undefined) await this.#service.tenant.api.delete(`${path}/locations/${id}`);
      },
    ])();
  }
}

function pick<T>(list: readonly T[]): T {
  return list[randomInt(Math.max(list.length, 1))]!;
}

function text(): string {
  return `T${randomInt(1e6)}`;
}
