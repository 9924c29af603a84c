import type { BlobStore } from '../core/blobs/index.ts';

/** A store with other implementations of some methods. */
export function changeStore(store: BlobStore, changed: Partial<BlobStore>): BlobStore {
  return new Proxy(store, {
    get(_, name) {
      if (Object.hasOwn(changed, name)) return Reflect.get(changed, name);
      const value = Reflect.get(store, name);
      // The methods of a store use private fields, which a proxy does not have.
      return typeof value === 'function' ? value.bind(store) : value;
    },
  });
}
