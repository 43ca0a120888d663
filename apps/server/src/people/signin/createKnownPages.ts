import type { Store } from '../../core/store/store.ts'

/** Milliseconds after its last code for which a page's key is known for an address. */
export const knownFor = 180 * 86_400_000
/** Keys known for an address at once; the one seen longest ago goes. */
const mostKnown = 20

/** Which page and address; both as keyed digests. */
interface KnownPage {
  readonly project: string
  readonly address: string
  readonly device: string
}

/** The keys of pages by which an address was proven before: no stranger's guesses and mails stop these (S6). */
export interface KnownPages {
  isKnown(page: KnownPage): Promise<boolean>
  /** Knows a page from now on: a code for the address was typed there. */
  trust(page: KnownPage): Promise<void>
}

export function createKnownPages(deps: {
  readonly store: Store
  /** Milliseconds since 1970. */
  readonly now: () => number
}): KnownPages {
  const { store, now } = deps
  const { compose } = store
  return {
    async isKnown({ project, address, device }) {
      const row = await store.db
        .selectFrom('signin_devices')
        .select('seen_at')
        .where('project_id', '=', project)
        .where('address_mac', '=', address)
        .where('device_mac', '=', device)
        .where('seen_at', '>', now() - knownFor)
        .executeTakeFirst()
      return row !== undefined
    },
    async trust({ project, address, device }) {
      const of = { project_id: project, address_mac: address }
      const seen_at = now()
      await store.write([
        compose
          .insertInto('signin_devices')
          .values({ ...of, device_mac: device, seen_at })
          .onConflict(conflict =>
            conflict.columns(['project_id', 'address_mac', 'device_mac']).doUpdateSet({ seen_at }),
          )
          .compile(),
        compose
          .deleteFrom('signin_devices')
          .where('project_id', '=', project)
          .where('address_mac', '=', address)
          .where('device_mac', 'not in', eb =>
            eb
              .selectFrom('signin_devices as newest')
              .select('newest.device_mac')
              .where('newest.project_id', '=', project)
              .where('newest.address_mac', '=', address)
              .orderBy('newest.seen_at', 'desc')
              .orderBy('newest.device_mac')
              .limit(mostKnown),
          )
          .compile(),
      ])
    },
  }
}
