import { type Command, call } from './call.ts';

// Commands on what belongs to a candidate: languages, qualifications, channels, documents and so on.

export function setLanguageLevel(at: number, languageId: number, levelId: number): Command {
  return call(
    `level ${languageId} ${levelId}`,
    at,
    ({ tenant }, candidateId) =>
      tenant.api.put(`/candidates/${candidateId}/languages/${languageId}`, { levelId }),
    (candidate) => {
      if (!candidate.languages.has(languageId)) return { status: 404, modifies: false };
      const modifies = candidate.languages.get(languageId) !== levelId;
      candidate.languages.set(languageId, levelId);
      return { status: 204, modifies };
    },
  );
}

export function qualify(at: number, qualificationId: number, score: number | null): Command {
  return call(
    `qualify ${qualificationId} ${score}`,
    at,
    ({ tenant }, candidateId) =>
      tenant.api.post(`/candidates/${candidateId}/qualifications`, { qualificationId, score }),
    (candidate) => {
      const modifies =
        !candidate.qualifications.has(qualificationId) ||
        candidate.qualifications.get(qualificationId) !== score;
      candidate.qualifications.set(qualificationId, score);
      return { status: 200, modifies };
    },
  );
}

export function addKeyword(at: number, keyword: string): Command {
  return call(
    `keyword ${keyword}`,
    at,
    ({ tenant }, candidateId) => tenant.api.post(`/candidates/${candidateId}/keywords`, { keyword }),
    (candidate) => {
      if (candidate.keywords.some((known) => known.toLowerCase() === keyword.toLowerCase())) {
        return { status: 400, modifies: false };
      }
      candidate.keywords.push(keyword);
      return { status: 200, modifies: true };
    },
  );
}

// One transparent pixel.
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

export function setPicture(at: number): Command {
  return call(
    'picture',
    at,
    ({ tenant }, candidateId) =>
      tenant.api.post(`/candidates/${candidateId}/pictures`, { picture: PNG, filename: 'a.png' }),
    (candidate) => {
      // Setting the same picture again is not a change.
      const modifies = !candidate.hasPicture;
      candidate.hasPicture = true;
      return { status: 200, modifies };
    },
  );
}

/** Attaches a file to the candidate's latest communication, or to an unknown one if there is none. */
export function attach(at: number): Command {
  return call(
    'attach',
    at,
    async ({ tenant }, candidateId) => {
      const { body } = await tenant.api.get(`/candidates/${candidateId}`);
      const communicationId = body.communications?.at(-1)?.id ?? 2_000_000_000;
      const file = 'data:text/plain;base64,QUJD';
      const path = `/candidates/${candidateId}/communications/${communicationId}/attachments`;
      return tenant.api.post(path, { filename: 'a.txt', file });
    },
    (candidate) => {
      if (candidate.communications.length === 0) return { status: 404, modifies: false };
      candidate.attachments++;
      return { status: 200, modifies: true };
    },
  );
}

export function addChannel(at: number, kind: 'email' | 'sms' | 'whatsapp', address: string): Command {
  const body = kind === 'email' ? { email: address } : { phoneNumber: address, consentChecked: true };
  return call(
    `channel ${kind} ${address}`,
    at,
    ({ tenant }, candidateId) => tenant.api.post(`/candidates/${candidateId}/${kind}`, body),
    (candidate) => {
      if (candidate.channels.includes(`${kind} ${address}`)) return { status: 400, modifies: false };
      candidate.channels.push(`${kind} ${address}`);
      return { status: 200, modifies: true };
    },
  );
}

export function upload(at: number, filename: string, category: string): Command {
  return call(
    `upload ${filename}`,
    at,
    ({ tenant }, candidateId) =>
      tenant.api.post(`/candidates/${candidateId}/documents/${category}`, {
        filename,
        base64File: 'QUJD',
        shouldParseCV: false,
      }),
    (candidate) => {
      candidate.documents.push(filename);
      // Documents have a separate change stream.
      return { status: 200, modifies: false };
    },
  );
}

export function applyFor(at: number, message: string | null): Command {
  return call(
    `apply ${message}`,
    at,
    ({ tenant, recruiterId }, candidateId) =>
      tenant.api.post(`/candidates/${candidateId}/apply`, { recruiterId, message }),
    (candidate) => {
      candidate.applies.push(message);
      candidate.isVisible = true;
      return { status: 200, modifies: true };
    },
  );
}
