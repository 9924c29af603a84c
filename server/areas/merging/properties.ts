// The master data of a candidate, in the parts that belong together: an address is taken whole, and the consent to WhatsApp goes with the
// mobile number it was given for.

/** The values of some columns, as to_jsonb() writes them. */
export type Values = Readonly<Record<string, unknown>>;

interface Part {
  columns: readonly string[];
  /** The part is empty if all of these are. By default, the first column. */
  main?: readonly string[];
}

const PARTS = {
  firstName: { columns: ['first_name', 'first_name_sound'] },
  lastName: { columns: ['last_name', 'last_name_sound'] },
  salutationId: { columns: ['salutation_id'] },
  title: { columns: ['title'] },
  genderId: { columns: ['gender_id'] },
  nationalityId: { columns: ['nationality_id'] },
  levelId: { columns: ['level_id'] },
  officeId: { columns: ['office_id'] },
  responsibility: { columns: ['responsibility'] },
  'birth.date': { columns: ['birth_date'] },
  'birth.place': { columns: ['birth_place'] },
  'birth.name': { columns: ['birth_name'] },
  'birth.countryId': { columns: ['birth_country_id'] },
  'contact.email': { columns: ['email', 'email_match', 'email_canonical'] },
  'contact.phone': { columns: ['phone', 'phone_e164'] },
  'contact.mobile': { columns: ['mobile', 'mobile_e164', 'has_whatsapp', 'whatsapp_consent_checked'] },
  'contact.website': { columns: ['website'] },
  location: {
    columns: [
      'street',
      'street_number',
      'zip_code',
      'city',
      'country_id',
      'federal_state_id',
      'address_line1',
      'address_line2',
      'geo_lat',
      'geo_lon',
    ],
    main: ['street', 'zip_code', 'city', 'address_line1', 'address_line2'],
  },
  sourceOfSupplyId: { columns: ['source_of_supply_id'] },
  desiredPosition: { columns: ['desired_position'] },
  'availability.availableFrom': { columns: ['available_from'] },
  'availability.noticePeriod': { columns: ['notice_period'] },
  'availability.weeklyHours': { columns: ['weekly_hours'] },
  'availability.salaryExpectation': { columns: ['salary_expectation', 'salary_period', 'currency'] },
  'availability.shiftWork': { columns: ['shift_work'] },
  'availability.radiusKm': { columns: ['radius_km'] },
  'availability.hasCar': { columns: ['has_car'] },
  workPermit: {
    columns: ['work_permit_required', 'work_permit_valid_until'],
    main: ['work_permit_required', 'work_permit_valid_until'],
  },
  remarks: { columns: ['remarks'] },
  statusId: { columns: ['status_id', 'status_changed_at'] },
  workContract: {
    columns: ['is_work_contract_signed', 'work_contract_signed_at', 'did_not_show_up_for_work'],
    main: ['is_work_contract_signed', 'work_contract_signed_at', 'did_not_show_up_for_work'],
  },
  endOfOperationAtUtc: { columns: ['end_of_operation_at'] },
  importExternalId: { columns: ['import_external_id', 'imported_at'] },
} as const satisfies Record<string, Part>;

export type Property = keyof typeof PARTS;

export const PROPERTIES = Object.keys(PARTS) as [Property, ...Property[]];

/** The picture is taken like a property, but it is a file. */
export const PICTURE = 'picture';

/** Columns of a candidate that are no master data. Each stays with the record: no merge ever writes it. */
export const OWN_COLUMNS: readonly string[] = [
  'tenant_id',
  'id',
  'row_guid',
  'created_at',
  'modified_at',
  // Set by changes that make a candidate visible.
  'is_visible',
  // Generated.
  'source_of_supply_list',
];

export function columnsOf(property: Property): readonly string[] {
  return PARTS[property].columns;
}

/** The columns of the property out of a row. */
export function valuesOf(property: Property, row: Values): Values {
  return Object.fromEntries(columnsOf(property).map((column) => [column, row[column] ?? null]));
}

export function isEmpty(property: Property, values: Values): boolean {
  const part: Part = PARTS[property];
  return (part.main ?? part.columns.slice(0, 1)).every((column) => (values[column] ?? '') === '');
}

export function isSame(one: Values, other: Values): boolean {
  return Object.keys({ ...one, ...other }).every(
    (column) => (one[column] ?? null) === (other[column] ?? null),
  );
}
