import type { Kept } from './kept.ts'
import type { KeptStore } from './openKeptStore.ts'

/**
 * Updates a stored value by its previous one; tabs of one browser take turns, so that none overwrites another's change.
 */
export async function changeKept<T>(
  { store, locks }: { readonly store: KeptStore; readonly locks: Pick<LockManager, 'request'> },
  kept: Kept<T>,
  change: (before: T | undefined) => T,
): Promise<void> {
  await locks.request(`latchkey kept ${kept.name}`, async () => {
    await store.write(kept, change(await store.read(kept)))
  })
}
