import type { Fault } from '../../../core/http/index.ts';
import { aliasFaults, periodFaults } from '../sub-record.ts';

/** Requires either the id or the name. Together, they could refer to different qualifications. */
export function qualificationFaults(body: {
  qualificationId?: number | null;
  name?: string | null;
}): Fault[] {
  if (body.qualificationId == null && body.name == null) {
    return [
      {
        property: 'qualificationId',
        code: 'required',
        message: 'Either qualificationId or name is required.',
      },
    ];
  }
  if (body.qualificationId == null || body.name == null) return [];
  return [
    {
      property: 'name',
      code: 'notAllowed',
      message: 'name must not be sent together with qualificationId. Send only one of them.',
    },
  ];
}

interface LicenceIds {
  driversLicenseId?: number | null;
  driverLicenceId?: number | null;
}

export function licenceFaults(
  body: LicenceIds & { issuedAt?: string | null; validUntil?: string | null },
): Fault[] {
  const faults = [
    ...aliasFaults(body, 'driversLicenseId', 'driverLicenceId'),
    ...periodFaults(body, 'issuedAt', 'validUntil'),
  ];
  if (body.driversLicenseId == null && body.driverLicenceId == null) {
    faults.push({
      property: 'driversLicenseId',
      code: 'required',
      message: 'driversLicenseId is required.',
    });
  }
  return faults;
}

/** The licence of a body, and the property that has it. */
export function toLicence({ driversLicenseId, driverLicenceId }: LicenceIds) {
  return driversLicenseId == null
    ? ({ property: 'driverLicenceId', driversLicenseId: driverLicenceId ?? undefined } as const)
    : ({ property: 'driversLicenseId', driversLicenseId } as const);
}
