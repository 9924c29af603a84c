import type { TestService, TestTenant } from '../harness.ts';

/** The facts that reports evaluate. Numbers are indexes into the lists. */
export interface World {
  offices: string[];
  recruiters: string[];
  jobAds: {
    title: string;
    office: number;
    recruiter: number | null;
    createdAt: string;
    deletedAt?: string;
  }[];
  publications: { jobAd: number; from: string; to: string | null }[];
  traffic: { jobAd: number; day: string; channel: number; views: number; clicks: number }[];
  candidates: {
    office?: number | null;
    recruiter?: number | null;
    applications: {
      jobAd: number | null;
      channel: number;
      office: number | null;
      recruiter: number | null;
      at: string;
      /** By default, nobody has decided about it. */
      stage?: string;
      /** When it came to this stage. */
      stageAt?: string;
    }[];
    /** The status history. Reports do not evaluate it. */
    statuses: { status: number; at: string }[];
  }[];
}

/** Stores the facts and returns the ids of the records that others refer to. */
export async function insertWorld(service: TestService, tenant: TestTenant, world: World) {
  const insert = async (table: string, rows: Record<string, unknown>[]): Promise<number[]> => {
    if (rows.length === 0) return [];
    const columns = ['tenant_id', ...Object.keys(rows[0]!)].join(', ');
    const json = JSON.stringify(rows.map((row) => ({ tenant_id: tenant.id, ...row })));
    const inserted = await service.sql<{ id?: number }>(
      `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM jsonb_populate_recordset(NULL::${table}, $1) RETURNING *`,
      [json],
      tenant.id,
    );
    return inserted.map(({ id }) => id!);
  };
  const offices = await insert(
    'branch',
    world.offices.map((name) => ({ name })),
  );
  const recruiters = await insert(
    'user_account',
    world.recruiters.map((name) => ({
      first_name: name,
      email: `${name}@example.org`,
      email_match: `${name}@example.org`,
    })),
  );
  const jobAds = await insert(
    'job_ad',
    world.jobAds.map((jobAd) => ({
      title: jobAd.title,
      office_id: offices[jobAd.office],
      responsibility: jobAd.recruiter === null ? null : recruiters[jobAd.recruiter],
      created_at: jobAd.createdAt,
      deleted_at: jobAd.deletedAt ?? null,
    })),
  );
  await insert(
    'job_ad_publication',
    world.publications.map(({ jobAd, from, to }) => ({
      job_ad_id: jobAds[jobAd],
      published_at: from,
      ended_at: to,
    })),
  );
  await insert(
    'job_ad_traffic',
    world.traffic.map(({ jobAd, day, channel, views, clicks }) => ({
      job_ad_id: jobAds[jobAd],
      day,
      channel_id: channel,
      views,
      apply_clicks: clicks,
    })),
  );
  const candidates = await insert(
    'candidate',
    world.candidates.map(({ office, recruiter }, index) => ({
      first_name: 'Ada',
      last_name: `Muster ${index}`,
      office_id: office == null ? null : offices[office],
      responsibility: recruiter == null ? null : recruiters[recruiter],
    })),
  );
  await insert(
    'application',
    world.candidates.flatMap(({ applications }, index) =>
      applications.map(({ jobAd, channel, office, recruiter, at, stage, stageAt }) => ({
        candidate_id: candidates[index],
        job_ad_id: jobAd === null ? null : jobAds[jobAd],
        channel_id: channel,
        office_id: office === null ? null : offices[office],
        recruiter_id: recruiter === null ? null : recruiters[recruiter],
        applied_at: at,
        stage: stage ?? 'new',
        stage_changed_at: stageAt ?? null,
      })),
    ),
  );
  await insert(
    'candidate_status_entry',
    world.candidates.flatMap(({ statuses }, index) =>
      statuses.map(({ status, at }) => ({
        candidate_id: candidates[index],
        status_id: status,
        set_at: at,
      })),
    ),
  );
  return { offices, recruiters, jobAds };
}
