import { periodParameters } from '../../core/http/period.ts';
import {
  date,
  envelope,
  flag,
  id,
  line,
  list,
  nullable,
  record,
  Type,
  utc,
  uuid,
} from '../../core/http/schema.ts';

export const PeriodOfUsers = Type.Object(periodParameters);

const listItem = {
  id: id('Id of the user.'),
  rowGuid: uuid('Second, global id of the user.'),
  userFullName: nullable(line('First and last name.')),
  email: nullable(line('Email address that the user signs in with.')),
  isActive: flag('Whether the user can sign in and be responsible for records.'),
  createdAtUtc: utc('When the user was created.'),
  modifiedAtUtc: utc('When the user was last changed.'),
};

export const ReadAllUsersResponse = envelope(
  'ReadAllUsersEnvelope',
  record('ReadAllUsersResponse', listItem),
  'The users.',
);

export const ReadAllUsers2Response = record('ReadAllUsers2Response', {
  users: list(record('ReadAllUsers2Dto', listItem), 'The users.'),
});

const AssignedOffice = record('ReadUserByIdAssignedOfficeDto', {
  officeId: id('Id of the branch.'),
  name: line('Name of the branch.'),
  isPrimary: flag('Whether it is the main branch of the user.'),
});

export const UserResponsibilitiesResponse = record('UserResponsibilitiesResponse', {
  users: list(
    record('UserResponsibilityDto', {
      id: id('Id of the user, a permitted value of responsibility.'),
      rowGuid: uuid('Second, global id of the user.'),
      userFullName: nullable(line('First and last name.')),
      assignedOffices: list(AssignedOffice, 'Branches that the user works for.'),
    }),
    'Users that records can be assigned to.',
  ),
});

// The list has them too. Without them, a copy that reads a user again after a change would not see who has left.
const EXTENSION = { 'x-since': '3.5.0' };

export const UserDetail = record('ReadUserByIdResponse', {
  id: id('Id of the user.'),
  rowGuid: uuid('Second, global id of the user.'),
  firstName: nullable(line('First name.')),
  lastName: nullable(line('Last name.')),
  userFullName: nullable(line('First and last name.')),
  userPartnerId: nullable(line('Id of the user in a partner system.')),
  userSince: nullable(date('Day on which the user joined the tenant.')),
  email: nullable(line('Email address that the user signs in with.', EXTENSION)),
  isActive: flag('Whether the user can sign in and be responsible for records.', EXTENSION),
  createdAtUtc: utc('When the user was created.', EXTENSION),
  modifiedAtUtc: utc(
    'When the user was last changed. A change of what the record does not show, such as the role, counts too.',
    EXTENSION,
  ),
  licences: list(
    record('ReadUserByIdLicenceDto', {
      id: id('Id of the licence.'),
      name: line('Name of the licence.'),
      validUntil: nullable(date('Last day on which the licence is valid.')),
    }),
    'Licences of the user.',
  ),
  assignedOffices: list(AssignedOffice, 'Branches that the user works for.'),
});
