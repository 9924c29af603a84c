export { addressJson } from './queries.ts';
export { type AddressChange, addressFaults, changeAddress, NO_ADDRESS, type StoredAddress } from './rules.ts';
export { AddressRead, addressLines, addressProperties } from './schema.ts';
