import type { IncomingMessage } from 'node:http';
import { LARGEST_BODY_BYTES } from '../../../core/http/limits.ts';
import { type MultipartForm, readMultipart } from '../../../core/http/multipart.ts';
import type { Services } from '../../../core/services.ts';
import { MAXIMUM_DOCUMENT_BYTES } from '../../documents/index.ts';
import { MAXIMUM_FILES } from './form.ts';
import type { FormToken, FormTokens } from './form-token.ts';
import { Transfers } from './transfers.ts';
import type { PortalUsage } from './usage.ts';

const LIMITS = {
  maximumBodyBytes: LARGEST_BODY_BYTES,
  maximumFileBytes: MAXIMUM_DOCUMENT_BYTES,
  maximumFiles: MAXIMUM_FILES,
  // The form has fewer than 24 fields, and two for each file that was sent before.
  maximumFields: 24 + 2 * MAXIMUM_FILES,
  // The longest message, with four bytes per character.
  maximumFieldBytes: 4 * 65_535 + 4,
  // One text that is cut there, and the other fields: the visitor reads that it is too long.
  maximumTextLength: 4 * 65_535 + 4 + 64 * 1024,
};

/** A request with a form. */
export interface SentForm {
  message: IncomingMessage;
  clientAddress: string;
  tenantId: number;
}

interface ArrivedForm {
  form: MultipartForm;
  token: FormToken | undefined;
}

/** Reads the forms that visitors send, and limits how many arrive at the same time. */
export class FormArrival {
  readonly #services: Services;
  readonly #tokens: FormTokens;
  readonly #usage: PortalUsage;
  readonly #transfers = new Transfers();

  constructor(services: Services, tokens: FormTokens, usage: PortalUsage) {
    this.#services = services;
    this.#tokens = tokens;
    this.#usage = usage;
  }

  /**
   * Reads the body. Before a byte of a file is stored, `admitFiles` decides about the files by the token. If it throws, the
   * rest of the body is not read.
   */
  async read(
    { message, clientAddress, tenantId }: SentForm,
    jobAdId: number,
    admitFiles: (token: FormToken | undefined) => Promise<boolean>,
  ): Promise<ArrivedForm> {
    let token: Promise<FormToken | undefined> | undefined;
    const transfer = this.#transfers.begin(clientAddress);
    try {
      const form = await readMultipart(this.#services, tenantId, message, LIMITS, {
        arrive: (bytes) => transfer.add(bytes),
        admitFiles: async (fields) => {
          token = this.#readToken(tenantId, jobAdId, fields);
          return admitFiles(await token);
        },
      });
      return { form, token: await (token ?? this.#readToken(tenantId, jobAdId, form.fields)) };
    } finally {
      transfer.end();
    }
  }

  /** Reads the token of a form and counts its use. */
  async #readToken(
    tenantId: number,
    jobAdId: number,
    fields: ReadonlyMap<string, string>,
  ): Promise<FormToken | undefined> {
    const token = this.#tokens.read(fields.get('token') ?? '', tenantId, jobAdId, this.#services.now());
    if (!isCurrent(token) || (await this.#usage.countToken(token.text))) return token;
    return { ...token, state: 'spent' };
  }
}

export function isCurrent(token: FormToken | undefined): token is FormToken {
  return token !== undefined && token.state !== 'outdated' && token.state !== 'spent';
}
