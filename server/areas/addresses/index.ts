export { type Coordinates, type LocatedAddress, NO_LOCATION, withCoordinates } from './coordinates.ts';
export { addressJson } from './queries.ts';
export { type AddressChange, addressFaults, changeAddress, NO_ADDRESS, type StoredAddress } from './rules.ts';
export { AddressRead, addressLines, addressProperties } from './schema.ts';
