import type { World } from './world.ts';

/** The table in which a successful operation creates a row with the `id` of the response. */
export const CREATED_TABLES: Readonly<Record<string, string>> = {
  'v3 candidate_create': 'candidate',
  'v3 candidate_addEmail': 'candidate_contact_channel',
  'v3 candidate_addSms': 'candidate_contact_channel',
  'v3 candidate_addWhatsApp': 'candidate_contact_channel',
  'v3 candidate_addKeyword': 'candidate_keyword',
  'v3 candidate_addEducation': 'resume_education',
  'v3 candidate_addJob': 'resume_job',
  'v3 candidate_addProfessionEducation': 'resume_profession_education',
  'v3 candidate_addSchoolEducation': 'resume_school_education',
  'v3 document_uploadCv': 'document',
  'v3 document_uploadOther': 'document',
  'v3 document_upload': 'document',
  'v3 application_receive': 'candidate',
  'v3 candidate_apply': 'application',
  'v3 communication_create': 'communication',
  'v3 company_create': 'company',
  'v3 companyActivity_create': 'company_activity',
  'v3 site_create': 'site',
  'v3 workLocation_create': 'work_location',
  'v3 contact_create': 'contact',
  'v3 request_createTemporaryStaffing': 'customer_request',
  'v3 request_createDirectPlacement': 'customer_request',
  'v3 request_createServiceContract': 'customer_request',
  'platform jobAd_create': 'job_ad',
  'platform platformUser_create': 'user_account',
  'platform branch_create': 'branch',
  'platform listEntry_create': 'tenant_catalog_entry',
};

interface Creation {
  number: number;
  table: string;
  id: string;
  /** `table id` of the record itself and of those that the path named. */
  owners: string[];
}

/** The records whose creation the service acknowledged. */
export class Creations {
  readonly #creations: Creation[] = [];
  /** `table id` of every record for whose deletion the service received a request, and how many. */
  readonly #deletions = new Map<string, number>();

  get count(): number {
    return this.#creations.length;
  }

  add(creation: Creation): void {
    this.#creations.push(creation);
  }

  noteDeletion(table: string, id: string): void {
    const record = `${table} ${id}`;
    this.#deletions.set(record, this.deletionsOf(record) + 1);
  }

  /** How many requests to delete the record (`table id`) were sent. */
  deletionsOf(record: string): number {
    return this.#deletions.get(record) ?? 0;
  }

  /** The creations without a row that nothing deleted. */
  async missing({ installation, first }: World): Promise<string[]> {
    const byTable = Map.groupBy(this.#creations, ({ table }) => table);
    const missing: string[] = [];
    for (const [table, creations] of byTable) {
      const rows = await installation.sql<{ id: string }>(
        `SELECT id::text FROM ${table} WHERE tenant_id = $1`,
        [first.tenant.id],
        first.tenant.id,
      );
      const present = new Set(rows.map(({ id }) => id));
      for (const { number, id, owners } of creations)
        if (!present.has(id) && !owners.some((owner) => this.#deletions.has(owner)))
          missing.push(`request ${number} created ${table} ${id}, which does not exist`);
    }
    return missing;
  }
}
