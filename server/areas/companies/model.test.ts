import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { startTestService } from '../../testing/harness.ts';
import { companyMaker } from '../../testing/makers/companies.ts';

// Runs random sequences of calls on one company and its parts and compares the result with a small in-memory model. In the
// model, a property that is not sent stays, null clears it, and an unchanged value writes nothing. The service must agree
// with the model in every property, in the number of change log entries, and in the number of activities.

// For a thorough run: COMPANY_MODEL_RUNS=1000 npm test -- server/areas/companies/model.test.ts
const runs = Number(process.env.COMPANY_MODEL_RUNS ?? 15);
const service = await startTestService();
const { api } = service.tenant;
const make = companyMaker(api);

type Value = string | number | null;
type Body = Record<string, Value | undefined>;
interface Part {
  properties: Record<string, Value | boolean>;
  changes: number;
}

const text = fc.constantFrom(null, 'a', 'B "c"', 'x'.repeat(90));
const name = fc.constantFrom('Alpha', 'Beta');
const sent = (properties: Record<string, fc.Arbitrary<Value>>) => fc.record(properties, { requiredKeys: [] });
const BODIES = {
  company: sent({ name, name2: text, vatId: text, remarks: text, employees: fc.constantFrom(null, 0, 5) }),
  site: sent({ description: name }),
  contact: sent({ lastName: name, firstName: text, title: text, position: text, remarks: text }),
  location: sent({ description: text, directions: text }),
};
const kind = fc.constantFrom('company', 'site', 'contact', 'location') as fc.Arbitrary<keyof typeof BODIES>;

const call = fc.oneof(
  {
    weight: 6,
    arbitrary: kind.chain((of) =>
      fc.record({ do: fc.constant('change' as const), of: fc.constant(of), body: BODIES[of] }),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('status' as const),
      statusId: fc.integer({ min: 1, max: 6 }),
      comment: fc.constantFrom(undefined, 'why', 'why: why'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('activate' as const),
      of: fc.constantFrom('site' as const, 'contact' as const),
      isActive: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('note' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete' as const) }) },
);

test('random sequences of calls on a company and its parts agree with a model', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(call, { minLength: 5, maxLength: 40, size: 'max' }), async (calls) => {
      const { companyId, siteId, contactId, locationId } = await make.all();
      const site = `/customers/${companyId}/offices/${siteId}`;
      const paths = {
        company: { read: `/customers/${companyId}`, write: `/customers/${companyId}`, id: companyId },
        site: { read: `/customers/offices/${siteId}`, write: site, id: siteId },
        contact: {
          read: `/customers/contacts/${contactId}`,
          write: `${site}/contacts/${contactId}`,
          id: contactId,
        },
        location: {
          read: `/customers/locations/${locationId}`,
          write: `${site}/locations/${locationId}`,
          id: locationId,
        },
      };
      const part = (properties: Part['properties']): Part => ({ properties, changes: 0 });
      const model = {
        company: part({
          name: 'Muster AG',
          name2: null,
          vatId: null,
          remarks: null,
          employees: null,
          statusId: 1,
        }),
        site: part({ description: 'Werk 1', isActive: true }),
        contact: part({
          lastName: 'Vogt',
          firstName: null,
          title: null,
          position: null,
          remarks: null,
          isActive: true,
        }),
        location: part({ description: 'Halle 1', directions: null }),
      };
      // Creating the three parts recorded three changes of the company and three activities. The site contains the other two.
      model.company.changes = 3;
      model.site.changes = 2;
      let activities = 3;
      let isDeleted = false;
      let statusComment: string | undefined;

      const set = (
        of: keyof typeof model,
        values: Record<string, Value | boolean | undefined>,
        isForced = false,
      ) => {
        const { properties } = model[of];
        const isChange = Object.entries(values).some(([property, value]) => properties[property] !== value);
        if (!isChange && !isForced) return false;
        Object.assign(properties, values);
        model[of].changes++;
        if (of !== 'company') {
          model.company.changes++;
          activities++;
        }
        if (of === 'contact' || of === 'location') model.site.changes++;
        return true;
      };

      for (const step of calls) {
        const isGone =
          isDeleted && (step.do === 'delete' || (step.do === 'change' && step.of === 'location'));
        const expect = async (response: Promise<{ status: number; text: string }>, status = 204) => {
          const { status: actual, text: said } = await response;
          assert.equal(actual, isGone ? 404 : status, `${JSON.stringify(step)}: ${said}`);
        };
        if (step.do === 'change') {
          await expect(api.put(paths[step.of].write, step.body));
          if (!isGone) set(step.of, step.body as Body);
        } else if (step.do === 'status') {
          const { statusId, comment } = step;
          await expect(api.put(`/customers/${companyId}/status`, { statusId, comment }));
          // The current status with the comment that it has is a repetition.
          if (set('company', { statusId }, comment !== undefined && comment !== statusComment)) {
            activities++;
            statusComment = comment;
          }
        } else if (step.do === 'activate') {
          await expect(api.put(`${paths[step.of].write}/status`, { isActive: step.isActive }));
          set(step.of, { isActive: step.isActive });
        } else if (step.do === 'note') {
          await expect(api.post(`/customers/${companyId}/activities`, { text: 'x' }), 200);
          model.company.changes++;
          activities++;
        } else {
          await expect(api.delete(paths.location.write));
          if (!isGone) {
            isDeleted = true;
            model.company.changes++;
            model.site.changes++;
            activities++;
          }
        }
      }

      for (const [of, { properties, changes }] of Object.entries(model) as [keyof typeof model, Part][]) {
        const { read, id } = paths[of];
        if (of === 'location' && isDeleted) {
          assert.equal((await api.get(read)).status, 404);
        } else {
          const { body } = await api.get(read);
          const shown = Object.fromEntries(
            Object.keys(properties).map((property) => [property, body[property]]),
          );
          assert.deepEqual(shown, properties);
        }
        const [log] = await service.sql<Record<string, number>>(
          `SELECT count(*) FILTER (WHERE kind = 'new')::int AS created, count(*) FILTER (WHERE kind = 'modified')::int AS changed,
                  count(*) FILTER (WHERE kind = 'deleted')::int AS deleted
             FROM change_log WHERE entity = $1 AND record_id = $2`,
          [of, id],
        );
        const deleted: number = of === 'location' && isDeleted ? 1 : 0;
        assert.deepEqual(log, { created: 1, changed: changes, deleted }, of);
      }
      assert.equal((await make.activities(companyId)).length, activities);
      const { locations } = (await api.get(paths.site.read)).body;
      assert.equal(locations.length, isDeleted ? 0 : 1);
    }),
    { numRuns: runs },
  );
});
