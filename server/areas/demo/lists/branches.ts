/** In the order of PLACES_BY_BRANCH. */
export const BRANCHES = [
  { city: 'Berlin', street: 'Potsdamer Straße', streetNumber: '98', zipCode: '10785', federalStateId: 27602 },
  { city: 'Hamburg', street: 'Spaldingstraße', streetNumber: '57', zipCode: '20097', federalStateId: 27607 },
  {
    city: 'München',
    street: 'Landsberger Straße',
    streetNumber: '84',
    zipCode: '80339',
    federalStateId: 27604,
  },
  { city: 'Köln', street: 'Venloer Straße', streetNumber: '24', zipCode: '50672', federalStateId: 27610 },
] as const;
