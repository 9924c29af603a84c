import { EntryError, type Fault, faultsIn } from '../../../core/api/errors.ts';

const propertyOf = (permission: string | undefined) => `permissions.${permission}`;

/** The service names a permission by its place in the list that was sent. What is chosen afterwards can have another order. */
export async function nameFaults<Result>(sent: readonly string[], change: Promise<Result>): Promise<Result> {
  try {
    return await change;
  } catch (error) {
    let isNamed = false;
    const faults = faultsIn(error).map((fault): Fault => {
      const place = /^permissions\[(\d+)\]$/.exec(fault.property ?? '')?.[1];
      if (place === undefined) return fault;
      isNamed = true;
      return { ...fault, property: propertyOf(sent[Number(place)]) };
    });
    // The error of the call has the reference that finds it in the log.
    throw isNamed ? new EntryError(faults) : error;
  }
}

export const faultOf = (permission: string, faults: readonly Fault[]): Fault | undefined =>
  faults.find(({ property }) => property === propertyOf(permission));
