export {
  ADDRESS_PROPERTIES,
  type Coordinates,
  changeLocation,
  isSamePlace,
  type LocatedAddress,
  NO_LOCATION,
  withCoordinates,
} from './coordinates.ts';
export { distanceKm, type Point } from './gazetteer/points.ts';
export { Geocoder } from './geocoder.ts';
export { findPlace, type Place } from './places.ts';
export { addressJson, changedAddressFaults } from './queries.ts';
export { affectsLocation, isSignificantMove, refineLocation, refinesCoordinates } from './refinement.ts';
export { sweepGeocoderAnswers } from './refinement-queries.ts';
export { type AddressChange, addressFaults, NO_ADDRESS, type StoredAddress } from './rules.ts';
export { AddressRead, address, addressProperties } from './schema.ts';
