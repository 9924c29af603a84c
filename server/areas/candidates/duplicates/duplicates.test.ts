import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NOTHING, written } from '../../../testing/change-watch.ts';
import { faultCodes } from '../../../testing/error-record.ts';
import { startTestService } from '../../../testing/harness.ts';
import { completeNameSounds } from '../profile/index.ts';

const service = await startTestService();
const { api, id: tenantId } = service.tenant;

async function create(
  firstName: string,
  lastName: string,
  contact: Record<string, unknown> = {},
  birth?: string,
): Promise<number> {
  const body = { firstName, lastName, contact, ...(birth === undefined ? {} : { birth: { date: birth } }) };
  return (await api.post('/candidates', body)).body.id;
}

/** Creates a candidate with this address. Returns those that the response names as possible duplicates. */
async function creation(email: string): Promise<{ id: number; possibleDuplicates: number[] }> {
  const { body, headers } = await api.post('/candidates', {
    firstName: 'Zoe',
    lastName: 'Other',
    contact: { email },
  });
  const ids = headers.get('possible-duplicates')?.split(', ') ?? [];
  return { id: body.id, possibleDuplicates: ids.map(Number) };
}

async function find(query: Record<string, string>) {
  const { status, body, text } = await api.get(`/candidates/duplicates?${new URLSearchParams(query)}`);
  assert.equal(status, 200, text);
  return body.duplicates as { id: number; score: number; matchedOn: string[] }[];
}

test('an address is found regardless of case', async () => {
  const id = await create('Ada', 'Muster', { email: 'Ada.One@Example.org' });
  const [found, ...others] = await find({ email: 'ADA.ONE@example.ORG' });
  assert.deepEqual([found!.id, found!.matchedOn, others], [id, ['email', 'emailCanonical'], []]);
});

test('a mailbox is found despite plus tags and Gmail dots', async () => {
  const id = await create('Ben', 'Muster', { email: 'ben.muster@gmail.com' });
  const [found] = await find({ email: 'b.e.n.muster+jobs@googlemail.com' });
  assert.deepEqual([found!.id, found!.matchedOn], [id, ['emailCanonical']]);
});

test('a domain in its ASCII form is the same one, and so is a letter that is made of two characters', async () => {
  const spellings = [
    'ida@müller-probe.example',
    'Ida@XN--mller-probe-thb.example',
    'ida@mu\u0308ller-probe.example',
  ];
  for (const [index, email] of spellings.entries()) {
    const id = await create('Ida', 'Müller', { email });
    for (const searched of spellings) {
      const found = (await find({ email: searched })).find((one) => one.id === id);
      assert.deepEqual(found?.matchedOn, ['email', 'emailCanonical'], `${email} by ${searched}`);
    }
    const { possibleDuplicates } = await creation(spellings[(index + 1) % spellings.length]!);
    assert.ok(possibleDuplicates.includes(id), email);
  }
});

test('an address that is only a channel is found by its mailbox, by the search and by a creation', async () => {
  const id = await create('Lea', 'Muster', { email: 'lea.muster+old@gmail.com' });
  const primary = { email: 'lea.new@example.org', isPrimary: true };
  assert.equal((await api.post(`/candidates/${id}/email`, primary)).status, 200);
  for (const [email, matchedOn] of [
    ['Lea.Muster+old@gmail.com', ['email', 'emailCanonical']],
    ['leamuster@googlemail.com', ['emailCanonical']],
    ['lea.new+jobs@example.org', ['emailCanonical']],
  ] as const)
    assert.deepEqual(
      (await find({ email })).map((found) => [found.id, found.matchedOn]),
      [[id, matchedOn]],
      email,
    );
  const again = await creation('leamuster@gmail.com');
  assert.deepEqual(again.possibleDuplicates, [id]);
  // Those whose contact has the mailbox come first, and nobody comes twice.
  await api.post(`/candidates/${again.id}/email`, { email: 'Lea.Muster@gmail.com' });
  assert.deepEqual((await creation('lea.muster@gmail.com')).possibleDuplicates, [again.id, id]);
});

test('candidates with a mailbox as a channel count among the five that a creation names', async () => {
  const channels = await Promise.all(Array.from({ length: 6 }, () => create('Mia', 'Muster')));
  for (const id of channels)
    for (const tag of ['a', 'b'])
      await api.post(`/candidates/${id}/email`, { email: `family+${tag}@example.org` });
  const newest = channels.toSorted((a, b) => b - a);
  const first = await creation('family@example.org');
  assert.deepEqual(first.possibleDuplicates, newest.slice(0, 5));
  const second = await creation('family@example.org');
  assert.deepEqual(second.possibleDuplicates, [first.id, ...newest.slice(0, 4)]);
});

// PostgreSQL makes the mailboxes of channels, and the service those of contact.
for (const address of [
  'Jo.E+x@GMail.com',
  'jo.f+x@googlemail.com',
  'j.o+g@sub.gmail.com',
  'j.o+g@notgmail.com',
  'a+b+c@example.org',
  '+a+b@example.org',
  '++c@example.org',
  'd+@example.org',
  'ä.ö+ü@gmail.com',
  'ÖÇİ+x@example.org',
  'e.f@bücher.example',
  "o'neil$1+x{1}%_@example.org",
])
  test(`a mailbox is the same in contact and as a channel: ${address}`, async () => {
    const channel = await create('Nia', 'Muster');
    assert.equal((await api.post(`/candidates/${channel}/email`, { email: address })).status, 200);
    assert.deepEqual((await creation(address)).possibleDuplicates, [channel]);
  });

test('a phone number is found in any notation and in both fields', async () => {
  const mobile = await create('Cem', 'Kaya', { mobile: '0151 / 2345-6701' });
  const phone = await create('Cem', 'Kaya', { phone: '+49 151 23456701' });
  const sheet = await create('Cem', 'Kaya', { mobile: '4915123456701' });
  const ids = (await find({ email: 'nobody@example.org', phone: '0049 (0)151 23456701' })).map(
    ({ id }) => id,
  );
  assert.deepEqual(ids.sort(), [mobile, phone, sheet].sort());
});

for (const [stored, searched] of [
  [
    ['Anna', 'Meyer'],
    ['Anna', 'Maier'],
  ],
  [
    ['Jürgen', 'Müller'],
    ['Juergen', 'Mueller'],
  ],
  [
    ['Ayşe', 'Şahin'],
    ['Ayse', 'Sahin'],
  ],
  [
    ['Łukasz', 'Wójcik'],
    ['Lukasz', 'Wojcik'],
  ],
  [
    ['Sigríður', 'Þórsdóttir'],
    ['Sigridur', 'Thorsdottir'],
  ],
  [
    ['Philipp', 'Schmidt'],
    ['Filip', 'Schmitt'],
  ],
] as const) {
  test(`${stored.join(' ')} is found as ${searched.join(' ')}`, async () => {
    const id = await create(stored[0], stored[1]);
    const found = await find({ email: 'nobody@example.org', firstName: searched[0], lastName: searched[1] });
    assert.deepEqual(found.find((entry) => entry.id === id)?.matchedOn, ['name']);
  });
}

for (const [stored, searched] of [
  [
    ['Иван', 'Петров'],
    ['Иван', 'Петров'],
  ],
  [
    ['Иван', 'Петров'],
    ['Iwan', 'Petrow'],
  ],
  [
    ['Тарас', 'Шевченко'],
    ['Taras', 'Schewtschenko'],
  ],
  [
    ['Georgios', 'Papadopoulos'],
    ['Γεώργιος', 'Παπαδόπουλος'],
  ],
  [
    ['محمد', 'حسن'],
    ['محمد', 'حسن'],
  ],
  [
    ['Wei', 'Wang'],
    ['伟', '王'],
  ],
  // No letter has a code.
  [
    ['H.', 'Ъ'],
    ['h.', 'ъ'],
  ],
] as const) {
  test(`${stored.join(' ')} is found as ${searched.join(' ')}, whatever the script`, async () => {
    const id = await create(stored[0], stored[1]);
    await create('Anton', 'Ganzanders');
    const query = { email: 'nobody@example.org', firstName: searched[0], lastName: searched[1] };
    const found = await find(query);
    assert.deepEqual(found.find((entry) => entry.id === id)?.matchedOn, ['name']);
    // A candidate from before such names had a code gets it in the background, which is no change.
    await service.sql(
      'UPDATE candidate SET first_name_sound = NULL, last_name_sound = NULL WHERE tenant_id = $1 AND id = $2',
      [tenantId, id],
    );
    assert.ok(!(await find(query)).some((entry) => entry.id === id));
    const wrote = await written(service, () => completeNameSounds(service.services.database, tenantId));
    assert.deepEqual(wrote, NOTHING);
    assert.deepEqual(await find(query), found);
    assert.equal(await completeNameSounds(service.services.database, tenantId), 0);
  });
}

test('names without a code match only if they are the same', async () => {
  const id = await create('H.', 'Ъ');
  for (const [firstName, lastName] of [
    ['Y.', 'Ъ'],
    ['H.', 'Ь'],
  ] as const) {
    const found = await find({ email: 'nobody@example.org', firstName, lastName });
    assert.ok(!found.some((entry) => entry.id === id), `${firstName} ${lastName}`);
  }
});

test('a date of birth finds the person among any number of namesakes', async () => {
  const older = Array.from({ length: 230 }, (_, index) => `${1950 + (index % 40)}-01-02`);
  for (const birth of older) await create('Anna', 'Schulz', {}, birth);
  const person = await create('Anna', 'Schulz', {}, '1991-07-08');
  const query = {
    email: 'nobody@example.org',
    firstName: 'Anna',
    lastName: 'Schulz',
    birthDate: '1991-07-08',
  };
  const [first] = await find(query);
  assert.deepEqual([first!.id, first!.matchedOn], [person, ['name', 'birthDate']]);
});

test('a date of birth raises the score of a match, but is not a match by itself', async () => {
  const same = await create('Dora', 'Weber', {}, '1985-01-02');
  const other = await create('Dora', 'Weber', {}, '1986-01-02');
  const found = await find({
    email: 'nobody@example.org',
    firstName: 'Dora',
    lastName: 'Weber',
    birthDate: '1985-01-02',
  });
  assert.deepEqual(
    found.map(({ id, matchedOn }) => [id, matchedOn]),
    [
      [same, ['name', 'birthDate']],
      [other, ['name']],
    ],
  );
  assert.ok(found[0]!.score > found[1]!.score);
  assert.deepEqual(await find({ email: 'nobody@example.org', birthDate: '1985-01-02' }), []);
});

test('more matches give a higher score, and the highest score comes first', async () => {
  const close = await create('Eva', 'Lang', { email: 'eva.lang@example.org', mobile: '0151 23456711' });
  const distant = await create('Eva', 'Lange');
  const found = await find({
    email: 'eva.lang@example.org',
    phone: '0151 23456711',
    firstName: 'Eva',
    lastName: 'Lang',
  });
  assert.equal(found[0]!.id, close);
  assert.deepEqual(found[0]!.matchedOn, ['email', 'emailCanonical', 'phone', 'name']);
  assert.ok(found.every((entry) => entry.id !== distant || entry.score < found[0]!.score));
});

test('an email address is required', async () => {
  for (const [query, code] of [
    ['', 'required'],
    ['?email=nobody', 'format'],
    ['?email=@@@', 'format'],
    ['?email=ada@example', 'format'],
    ['?email=', 'required'],
  ] as const) {
    const response = await api.get(`/candidates/duplicates${query}`);
    assert.deepEqual([response.status, response.body.validationErrors[0].code], [400, code], query);
  }
});

test('a plus sign that was not encoded is a fault that says so, because it would find nothing', async () => {
  const { body } = await api.post('/candidates', {
    firstName: 'Ida',
    lastName: 'Plus',
    contact: { email: 'ida+jobs@example.org' },
  });
  const encoded = await api.get('/candidates/duplicates?email=ida%2Bjobs@example.org');
  assert.equal(encoded.body.duplicates[0].id, body.id);
  const plain = await api.get('/candidates/duplicates?email=ida+jobs@example.org');
  assert.equal(plain.status, 400);
  assert.deepEqual(plain.body.validationErrors, [
    {
      property: 'email',
      code: 'format',
      message:
        'email must be an email address, such as ada@example.org. In the query, a plus sign is sent as %2B, because + stands for a space.',
    },
  ]);
});

test('a phone number is found without its plus sign, and one that cannot be read is a fault', async () => {
  const { body } = await api.post('/candidates', {
    ...{ firstName: 'Ida', lastName: 'Ruf' },
    contact: { mobile: '0172 9925904' },
  });
  const search = (phone: string) => api.get(`/candidates/duplicates?email=x@example.org&phone=${phone}`);
  for (const phone of ['%2B491729925904', '+491729925904', '49 172 9925904', '0172/9925904', '1729925904'])
    assert.equal((await search(phone)).body.duplicates[0]?.id, body.id, phone);
  assert.deepEqual(faultCodes(await search('abc')), { phone: 'format' });
});

test('users search while they type, and find only candidates with an application', async () => {
  const recruiter = await service.platform('recruiter');
  const search = async (body: object) => {
    const response = await recruiter.post('/candidates/duplicates/search', body);
    assert.equal(response.status, 200, response.text);
    return response.body.duplicates as { id: number; matchedOn: string[] }[];
  };
  const created = await recruiter.post('/candidates', {
    firstName: 'Greta',
    lastName: 'Neumann',
    contact: { email: 'greta@example.org', phone: '030 5557701', mobile: '0151 / 2345-6799' },
    application: {},
  });
  await create('Greta', 'Neumann', { email: 'greta@example.org' });
  const { id } = created.body;
  for (const [body, matchedOn] of [
    [{ email: 'GRETA@example.org' }, ['email', 'emailCanonical']],
    [{ phone: '+49 (0)151 23456799' }, ['phone']],
    [{ mobile: '0049 30 5557701' }, ['phone']],
    [{ firstName: 'Greta', lastName: 'Noimann' }, ['name']],
    [
      { email: 'greta@example.org', mobile: '0151 23456799', phone: '1' },
      ['email', 'emailCanonical', 'phone'],
    ],
  ] as const)
    assert.deepEqual(
      (await search(body)).map((found) => [found.id, found.matchedOn]),
      [[id, matchedOn]],
      JSON.stringify(body),
    );
  for (const body of [{}, { email: 'greta' }, { mobile: '0151' }, { firstName: 'Greta' }, { email: null }])
    assert.deepEqual(await search(body), [], JSON.stringify(body));
});
