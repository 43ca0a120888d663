import type { Store } from '../../core/store/store.ts'

/** Lets what may be used once be used once, in all processes and across their deaths (T23, F41). */
export interface Once {
  /**
   * True for the first caller. `remembered`: milliseconds for which the use is stored, longer than the id's own
   * lifetime.
   */
  use(kind: 'nonce' | 'key proof' | 'email proof', id: string, remembered: number): Promise<boolean>
}

export function createOnce(deps: {
  readonly store: Pick<Store, 'compose' | 'write'>
  /** Milliseconds since 1970. */
  readonly now: () => number
}): Once {
  const { store, now } = deps
  return {
    async use(kind, id, remembered) {
      const [won] = await store.write([
        store.compose
          .insertInto('signin_used')
          .values({ id: `${kind} ${id}`, forget_at: now() + remembered })
          .onConflict(conflict => conflict.column('id').doNothing())
          .returning('id')
          .compile(),
      ])
      return won.length === 1
    },
  }
}
