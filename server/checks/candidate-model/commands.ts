import assert from 'node:assert/strict';
import fc from 'fast-check';
import { eraseCandidate } from '../../areas/privacy/index.ts';
import type { ApiResponse, TestService, TestTenant } from '../../testing/harness.ts';
import { type Model, type ModelCandidate, newCandidate } from './model.ts';

export interface Real {
  service: TestService;
  tenant: TestTenant;
  recruiterId: number;
}

type Command = fc.AsyncCommand<Model, Real>;

const GERMANY = 276;
const AUSTRIA = 40;
const ARCHIVED = 23;

/** One of the candidates there are by a number out of nowhere, so that sequences can shrink; undefined: an id that never was. */
function pick(model: Model, choice: number): ModelCandidate | undefined {
  // The newest three: a sequence that spread over many candidates would change none of them twice.
  const all = [...model.candidates.values()].slice(-3);
  return choice % 9 === 8 ? undefined : all[choice % Math.max(1, all.length)];
}

interface Outcome {
  status: number;
  /** Whether the candidate is modified by it. */
  modifies: boolean;
  apply?(answer: ApiResponse): void;
}

/** A call for one candidate: what it must answer and what it changes follow from the model alone. */
function call(
  name: string,
  choice: number,
  send: (real: Real, id: number) => Promise<ApiResponse>,
  expected: (candidate: ModelCandidate) => Outcome,
): Command {
  return {
    check: () => true,
    toString: () => `${name} #${choice}`,
    async run(model, real) {
      const candidate = pick(model, choice);
      const answer = await send(real, candidate?.id ?? 2_000_000_000);
      if (candidate === undefined) {
        assert.equal(answer.status, 404, `${name} of an unknown candidate: ${answer.text}`);
        return;
      }
      const outcome = expected(candidate);
      assert.equal(answer.status, outcome.status, `${name}: ${answer.text}`);
      outcome.apply?.(answer);
      if (outcome.modifies) candidate.modifications++;
    },
  };
}

const word = fc.constantFrom('Ada', 'Ben', 'Çağla', 'Dörte', "O'Neil", 'Łucja', '李雷', 'x'.repeat(100));
const choice = fc.nat({ max: 26 });

function create(firstName: string, lastName: string): Command {
  return {
    check: () => true,
    toString: () => `create ${firstName} ${lastName}`,
    async run(model, { tenant }) {
      const answer = await tenant.api.post('/candidates', { firstName, lastName });
      assert.equal(answer.status, 200);
      model.candidates.set(answer.body.id, newCandidate(answer.body.id, firstName, lastName));
    },
  };
}

interface Change {
  title?: string | null;
  contact?: { email?: string | null; mobile?: string | null; phone?: string | null } | null;
  location?: { street?: string | null; city?: string | null; countryId?: number | null } | null;
  availability?: { weeklyHours?: number | null; hasCar?: boolean | null };
}

function change(at: number, body: Change): Command {
  return call(
    `change ${JSON.stringify(body)}`,
    at,
    ({ tenant }, candidateId) => tenant.api.put(`/candidates/${candidateId}`, body),
    (candidate) => {
      const before = JSON.stringify([
        candidate.title,
        candidate.contact,
        candidate.location,
        candidate.availability,
      ]);
      if (body.title !== undefined) candidate.title = body.title;
      const cleared = { email: null, mobile: null, phone: null };
      if (body.contact !== undefined) Object.assign(candidate.contact, body.contact ?? cleared);
      if (body.availability !== undefined) Object.assign(candidate.availability, body.availability);
      if (body.location === null) {
        candidate.location = {
          street: null,
          streetNumber: null,
          city: null,
          countryId: null,
          federalStateId: null,
        };
      } else if (body.location !== undefined) {
        const { countryId } = candidate.location;
        const { street, ...rest } = body.location;
        Object.assign(candidate.location, rest);
        const split = typeof street === 'string' ? /^(.*\S)\s+(\d\S*)$/.exec(street) : null;
        if (street !== undefined) candidate.location.street = split?.[1] ?? street;
        if (split !== null) candidate.location.streetNumber = split[2]!;
        if (candidate.location.countryId !== countryId) candidate.location.federalStateId = null;
      }
      const after = JSON.stringify([
        candidate.title,
        candidate.contact,
        candidate.location,
        candidate.availability,
      ]);
      return { status: 204, modifies: before !== after };
    },
  );
}

/** POST that adds an entry under a key once. */
function addOnce<V>(
  name: string,
  at: number,
  path: string,
  body: object,
  key: number,
  value: V,
  of: (candidate: ModelCandidate) => Map<number, V>,
): Command {
  return call(
    name,
    at,
    ({ tenant }, candidateId) => tenant.api.post(`/candidates/${candidateId}/${path}`, body),
    (candidate) => {
      if (of(candidate).has(key)) return { status: 400, modifies: false };
      return {
        status: 200,
        modifies: true,
        apply(answer) {
          assert.equal((answer.body as { id: number }).id, key);
          of(candidate).set(key, value);
        },
      };
    },
  );
}

function remove(
  name: string,
  at: number,
  path: string,
  key: number,
  of: (candidate: ModelCandidate) => Map<number, unknown>,
): Command {
  return call(
    name,
    at,
    ({ tenant }, candidateId) => tenant.api.delete(`/candidates/${candidateId}/${path}/${key}`),
    (candidate) => {
      const existed = of(candidate).delete(key);
      return { status: existed ? 204 : 404, modifies: existed };
    },
  );
}

/** POST that adds an entry every time. */
function append(
  name: string,
  at: number,
  path: string,
  body: object,
  apply: (candidate: ModelCandidate) => void,
): Command {
  return call(
    name,
    at,
    ({ tenant }, candidateId) => tenant.api.post(`/candidates/${candidateId}/${path}`, body),
    (candidate) => ({ status: 200, modifies: true, apply: () => apply(candidate) }),
  );
}

function setLanguageLevel(at: number, languageId: number, levelId: number): Command {
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

function qualify(at: number, qualificationId: number, score: number | null): Command {
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

function setStatus(at: number, statusId: number): Command {
  return call(
    `status ${statusId}`,
    at,
    ({ tenant }, candidateId) => tenant.api.put(`/candidates/${candidateId}/status`, { statusId }),
    (candidate) => {
      if (candidate.statusId === ARCHIVED)
        return { status: statusId === ARCHIVED ? 200 : 400, modifies: false };
      candidate.statusId = statusId;
      return { status: 200, modifies: true };
    },
  );
}

function setContract(
  at: number,
  body: { isWorkContractSigned?: boolean; didNotShowUpForWork?: boolean },
): Command {
  return call(
    `contract ${JSON.stringify(body)}`,
    at,
    ({ tenant }, candidateId) => tenant.api.put(`/candidates/${candidateId}/workcontract`, body),
    (candidate) => {
      const before = JSON.stringify(candidate.workContract);
      Object.assign(candidate.workContract, body);
      return { status: 200, modifies: before !== JSON.stringify(candidate.workContract) };
    },
  );
}

function setEndOfOperation(at: number, endOfOperationAtUtc: string | null): Command {
  return call(
    `end ${endOfOperationAtUtc}`,
    at,
    ({ tenant }, candidateId) =>
      tenant.api.put(`/candidates/${candidateId}/endofoperation`, { endOfOperationAtUtc }),
    (candidate) => {
      const modifies = candidate.endOfOperationAtUtc !== endOfOperationAtUtc;
      candidate.endOfOperationAtUtc = endOfOperationAtUtc;
      return { status: 200, modifies };
    },
  );
}

function addKeyword(at: number, keyword: string): Command {
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

function setPicture(at: number): Command {
  return call(
    'picture',
    at,
    ({ tenant }, candidateId) =>
      tenant.api.post(`/candidates/${candidateId}/pictures`, { picture: PNG, filename: 'a.png' }),
    (candidate) => {
      // The same picture again leaves no trace.
      const modifies = !candidate.hasPicture;
      candidate.hasPicture = true;
      return { status: 200, modifies };
    },
  );
}

/** Attaches to the candidate's latest communication; without one, to none that is. */
function attach(at: number): Command {
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

function addChannel(at: number, kind: 'email' | 'sms' | 'whatsapp', address: string): Command {
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

function upload(at: number, filename: string, category: string): Command {
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
      // A document has a stream of its own.
      return { status: 200, modifies: false };
    },
  );
}

function applyFor(at: number, message: string | null): Command {
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

function erase(at: number): Command {
  return {
    check: () => true,
    toString: () => `erase #${at}`,
    async run(model, { service, tenant }) {
      const candidate = pick(model, at);
      if (candidate === undefined) return;
      assert.equal(await eraseCandidate(service.services, tenant.id, candidate.id), true);
      model.candidates.delete(candidate.id);
      model.erased.add(candidate.id);
    },
  };
}

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const sometimes = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const defined = <T extends object>(value: T): T => JSON.parse(JSON.stringify(value));

const changes: fc.Arbitrary<Change> = fc
  .record({
    title: sometimes(maybe(fc.constantFrom('Dr.', 'Prof.'))),
    contact: sometimes(
      maybe(
        fc.record({
          email: sometimes(maybe(fc.constantFrom('a@example.org', 'B@example.org'))),
          mobile: sometimes(maybe(fc.constant('0151 23456789'))),
          phone: sometimes(maybe(fc.constantFrom('030 901820', '+49 89 2180-0'))),
        }),
      ),
    ),
    location: sometimes(
      maybe(
        fc.record({
          street: sometimes(maybe(fc.constantFrom('Ring 7', 'Am Markt', 'Hauptstraße 12a'))),
          city: sometimes(maybe(fc.constantFrom('Berlin', 'Wien'))),
          countryId: sometimes(maybe(fc.constantFrom(GERMANY, AUSTRIA))),
        }),
      ),
    ),
    availability: sometimes(
      fc.record({
        weeklyHours: sometimes(maybe(fc.constantFrom(20, 38.5))),
        hasCar: sometimes(maybe(fc.boolean())),
      }),
    ),
  })
  .map(defined);

// Few values, so that sequences meet what is there already: most rules are about that.
const LANGUAGES = fc.constantFrom(1, 25);
const LEVELS = fc.constantFrom(629, 635);
const LICENCES = fc.constantFrom(326, 339);
const PROFESSIONS = fc.constantFrom(4702, 27449);
const QUALIFICATIONS = fc.constantFrom(1, 2);
const DAY = fc.constantFrom('2015-03-01', '2019-07-31');

export const commands: fc.Arbitrary<Command>[] = [
  fc.tuple(word, word).map(([first, last]) => create(first, last)),
  fc.tuple(choice, changes).map(([at, body]) => change(at, body)),
  fc.tuple(choice, changes).map(([at, body]) => change(at, body)),
  fc
    .tuple(choice, LANGUAGES, maybe(LEVELS))
    .map(([at, key, level]) =>
      addOnce(
        'language',
        at,
        'languages',
        { languageId: key, languageLevelId: level },
        key,
        level,
        (c) => c.languages,
      ),
    ),
  fc.tuple(choice, LANGUAGES, LEVELS).map(([at, key, level]) => setLanguageLevel(at, key, level)),
  fc
    .tuple(choice, LANGUAGES)
    .map(([at, key]) => remove('no language', at, 'languages', key, (c) => c.languages)),
  fc
    .tuple(choice, LICENCES, maybe(DAY))
    .map(([at, key, day]) =>
      addOnce(
        'licence',
        at,
        'driverslicences',
        { driversLicenseId: key, validUntil: day },
        key,
        day,
        (c) => c.driversLicences,
      ),
    ),
  fc
    .tuple(choice, LICENCES)
    .map(([at, key]) => remove('no licence', at, 'driverslicences', key, (c) => c.driversLicences)),
  fc
    .tuple(choice, PROFESSIONS)
    .map(([at, key]) =>
      addOnce('profession', at, 'professions', { professionId: key }, key, false, (c) => c.professions),
    ),
  fc
    .tuple(choice, PROFESSIONS)
    .map(([at, key]) => remove('no profession', at, 'professions', key, (c) => c.professions)),
  fc
    .tuple(choice, QUALIFICATIONS, maybe(fc.constantFrom(1, 5)))
    .map(([at, key, score]) => qualify(at, key, score)),
  fc
    .tuple(choice, QUALIFICATIONS)
    .map(([at, key]) => remove('no qualification', at, 'qualifications', key, (c) => c.qualifications)),
  fc
    .tuple(choice, fc.constantFrom('Lager', 'LAGER', 'Nacht'))
    .map(([at, keyword]) => addKeyword(at, keyword)),
  fc.tuple(choice, fc.constantFrom(23, 2003, 2004, 2005)).map(([at, statusId]) => setStatus(at, statusId)),
  fc
    .tuple(choice, word, maybe(fc.constant('2015-03-01')), maybe(fc.constant('2019-07-31')))
    .map(([at, employer, fromDate, untilDate]) =>
      append('job', at, 'resume/jobs', { employer, position: 'P', fromDate, untilDate }, (c) =>
        c.jobs.push({ employer, position: 'P', fromDate, untilDate }),
      ),
    ),
  fc
    .tuple(choice, word)
    .map(([at, school]) =>
      append('school', at, 'resume/schooleducations', { school }, (c) => c.schools.push(school)),
    ),
  fc
    .tuple(choice, word)
    .map(([at, title]) =>
      append('training', at, 'resume/educations', { title }, (c) => c.trainings.push(title)),
    ),
  fc
    .tuple(choice, word)
    .map(([at, institution]) =>
      append('study', at, 'resume/professioneducations', { institution, profession: 'P' }, (c) =>
        c.professionEducations.push(institution),
      ),
    ),
  fc
    .tuple(
      choice,
      fc
        .record({
          isWorkContractSigned: sometimes(fc.boolean()),
          didNotShowUpForWork: sometimes(fc.boolean()),
        })
        .map(defined),
    )
    .map(([at, body]) => setContract(at, body)),
  fc
    .tuple(choice, maybe(fc.constant('2026-08-31T22:00:00.000Z')))
    .map(([at, end]) => setEndOfOperation(at, end)),
  fc
    .tuple(choice, word)
    .map(([at, subject]) =>
      append('communication', at, 'communications', { communicationTypeId: 1, subject }, (c) =>
        c.communications.push(subject),
      ),
    ),
  fc
    .tuple(choice, fc.constantFrom('a@example.org', 'b@example.org'))
    .map(([at, address]) => addChannel(at, 'email', address)),
  fc
    .tuple(choice, fc.constantFrom('sms' as const, 'whatsapp' as const), fc.constant('0151 23456789'))
    .map(([at, kind, address]) => addChannel(at, kind, address)),
  fc
    .tuple(choice, fc.constantFrom('cv.txt', 'zeugnis.txt'), fc.constantFrom('cv', 'other', 'Work-Permit'))
    .map(([at, filename, category]) => upload(at, filename, category)),
  fc.tuple(choice, maybe(word)).map(([at, message]) => applyFor(at, message)),
  choice.map(setPicture),
  choice.map(attach),
  choice.map(erase),
];
