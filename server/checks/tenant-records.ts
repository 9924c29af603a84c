import type { TestService, TestTenant } from '../core/testing/harness.ts';

/** Kinds of records that a tenant has, by what paths and bodies call them. */
export type RecordKind = keyof Awaited<ReturnType<typeof makeRecords>>;
export type TenantRecords = Awaited<ReturnType<typeof makeRecords>>;

/** Entries of shared lists that the tenant's candidate has; two tenants get different ones. */
export interface Choice {
  language: number;
  profession: number;
  licence: number;
}

/**
 * Makes at least one record of every kind for a tenant, each carrying `mark` in a text, and answers their ids. What
 * the API can make is made through it; the rest goes into the tables.
 */
export async function makeRecords(service: TestService, tenant: TestTenant, mark: string, choice: Choice) {
  const { api } = tenant;
  const insert = async (table: string, values: Record<string, unknown>): Promise<number> => {
    const columns = ['tenant_id', ...Object.keys(values)];
    const rows = await service.sql<{ id: number }>(
      `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map((_, index) => `$${index + 1}`).join(', ')}) RETURNING id`,
      [tenant.id, ...Object.values(values)],
      tenant.id,
    );
    return rows[0]!.id;
  };
  const entry = (list: string) =>
    insert('tenant_catalog_entry', {
      list,
      name_en: `${mark} ${list}`,
      name_de: `${mark} ${list}`,
      match_en: `${mark} ${list}`.toLowerCase(),
      match_de: `${mark} ${list}`.toLowerCase(),
    });

  const branch = await insert('branch', { name: `${mark} branch` });
  const user = await insert('user_account', {
    first_name: mark,
    last_name: 'User',
    email: `${mark}@users.example.org`,
    email_match: `${mark}@users.example.org`.toLowerCase(),
  });
  await service.sql(
    'INSERT INTO user_branch (tenant_id, user_id, branch_id, is_primary) VALUES ($1, $2, $3, true)',
    [tenant.id, user, branch],
    tenant.id,
  );
  await insert('user_licence', { user_id: user, name: `${mark} licence` });
  const qualification = await entry('qualifications');
  const channel = await entry('channels');
  const sourceOfSupply = await entry('sourcesofsupply');
  const industry = await entry('industries');
  const jobAd = await insert('job_ad', { title: `${mark} job`, office_id: branch, responsibility: user });

  const email = `${mark}@candidates.example.org`;
  const created = await api.post('/candidates', {
    firstName: mark,
    lastName: 'Candidate',
    officeId: branch,
    responsibility: user,
    sourceOfSupplyId: sourceOfSupply,
    contact: { email, phone: '030 901820' },
    remarks: mark,
  });
  const candidate: number = created.body.id;
  await api.put(`/candidates/${candidate}/status`, { statusId: 2005, comment: mark });
  const applied = await api.post('/candidates/applies/external', {
    salutationId: 2,
    firstName: mark,
    lastName: 'Candidate',
    city: 'Berlin',
    zipCode: '10115',
    email,
    sourceOfSupplyId: sourceOfSupply,
    channelId: channel,
    jobAdId: jobAd,
    officeId: branch,
    recruiterId: user,
    whatsAppConsentChecked: false,
    hasWhatsApp: false,
    privacyChecked: true,
    termsOfUseChecked: true,
    keywords: [mark],
    message: mark,
    documents: [
      {
        filename: `${mark}.pdf`,
        base64File: Buffer.from('%PDF-1.7\n').toString('base64'),
        documentCategory: 'cv',
      },
    ],
  });
  const [document] = await service.sql<{ id: number }>(
    'SELECT id FROM document WHERE tenant_id = $1 AND candidate_id = $2',
    [tenant.id, candidate],
    tenant.id,
  );
  await insert('candidate_contact_channel', {
    candidate_id: candidate,
    kind: 'email',
    address: `${mark}@channels.example.org`,
    address_match: `${mark}@channels.example.org`.toLowerCase(),
  });
  await insert('candidate_language', { candidate_id: candidate, language_id: choice.language });
  await insert('candidate_profession', { candidate_id: candidate, profession_id: choice.profession });
  await insert('candidate_qualification', { candidate_id: candidate, qualification_id: qualification });
  await insert('candidate_drivers_license', { candidate_id: candidate, drivers_license_id: choice.licence });
  await insert('resume_job', {
    candidate_id: candidate,
    employer: mark,
    position: mark,
    industry_id: industry,
  });
  await insert('resume_education', { candidate_id: candidate, title: mark });
  await insert('resume_profession_education', {
    candidate_id: candidate,
    institution: mark,
    profession: mark,
  });
  await insert('resume_school_education', { candidate_id: candidate, school: mark });
  const communication = await insert('communication', {
    candidate_id: candidate,
    communication_type_id: 1,
    subject: mark,
    occurred_at: '2026-03-02T08:15:30Z',
    user_id: user,
  });
  return {
    candidate,
    application: applied.body.applicationId as number,
    document: document!.id,
    communication,
    branch,
    user,
    jobAd,
    qualification,
    channel,
    sourceOfSupply,
    industry,
    ...choice,
    email,
  };
}
