import { type Option, UsageError } from './command.ts';
import { readOptionText } from './option-file.ts';
import { isRecordId } from './record-id.ts';

/** An option whose value becomes a property of a request body. */
export interface BodyOption extends Option {
  value: string;
  /** Dotted path of the property. */
  property: string;
  /** `number` and `id` convert the value. `file` reads the text of the file that the value names. Default: the text. */
  type?: 'number' | 'id' | 'file';
}

export const ADDRESS_OPTIONS = {
  street: { value: 'NAME', property: 'location.street', meaning: 'Street.' },
  'street-number': { value: 'NUMBER', property: 'location.streetNumber', meaning: 'House number.' },
  'zip-code': { value: 'CODE', property: 'location.zipCode', meaning: 'Postal code, without the country.' },
  city: { value: 'NAME', property: 'location.city', meaning: 'City.' },
  country: {
    value: 'ID',
    property: 'location.countryId',
    type: 'id',
    meaning: 'Id of the country (GET /masterdata/countries). Default: 276, Germany.',
  },
} as const satisfies Record<string, BodyOption>;

const GERMANY = 276;

/** The option for each property, for messages. */
export function optionsByProperty(options: Readonly<Record<string, BodyOption>>): Record<string, string> {
  return Object.fromEntries(Object.entries(options).map(([name, { property }]) => [property, name]));
}

/** Builds a body from the options that were passed. An address without a country is in Germany. */
export async function toBody(
  definitions: Readonly<Record<string, BodyOption>>,
  given: Readonly<Record<string, string | undefined>>,
): Promise<Record<string, unknown>> {
  const body: Record<string, unknown> = {};
  for (const [name, { property, type }] of Object.entries(definitions)) {
    const text = given[name];
    if (text !== undefined) setAt(body, property, await convert(name, text, type));
  }
  if (body.location !== undefined) body.location = { countryId: GERMANY, ...body.location };
  return body;
}

async function convert(name: string, text: string, type: BodyOption['type']): Promise<unknown> {
  if (type === 'file') return readOptionText(name, text);
  if (type === 'id' && !isRecordId(text)) throw new UsageError(`--${name} must be an id, such as 1.`);
  if (type === 'number' && !/^\d+(\.\d+)?$/.test(text))
    throw new UsageError(`--${name} must be a number, such as 38.5.`);
  return type === undefined ? text : Number(text);
}

function setAt(body: Record<string, unknown>, path: string, value: unknown): void {
  const [first, second] = path.split('.') as [string, string?];
  if (second === undefined) body[first] = value;
  else body[first] = { ...(body[first] as object | undefined), [second]: value };
}
