import type { Fault } from '../../../core/http/index.ts';
import { periodFaults, spellingFaults } from '../sub-record.ts';

/** Either the id or the name, and not both: they could name different qualifications. */
export function qualificationFaults(body: {
  qualificationId?: number | null;
  name?: string | null;
}): Fault[] {
  if (body.qualificationId == null && body.name == null) {
    return [
      {
        property: 'qualificationId',
        code: 'required',
        message: 'qualificationId is required, or name in its place.',
      },
    ];
  }
  if (body.qualificationId == null || body.name == null) return [];
  return [
    { property: 'name', code: 'notAllowed', message: 'name must not be sent together with qualificationId.' },
  ];
}

export function licenceFaults(body: {
  driversLicenseId?: number | null;
  driverLicenceId?: number | null;
  issuedAt?: string | null;
  validUntil?: string | null;
}): Fault[] {
  const faults = [
    ...spellingFaults(body, 'driversLicenseId', 'driverLicenceId'),
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
