import type { Kept } from './kept.ts'
import type { KeptStore } from './openKeptStore.ts'

/** Changes what is kept by what it was; tabs of one browser do it one after the other, so that none undoes another's. */
export async function changeKept<T>(
  { store, locks }: { readonly store: KeptStore; readonly locks: Pick<LockManager, 'request'> },
  kept: Kept<T>,
  change: (before: T | undefined) => T,
): Promise<void> {
  await locks.request(`latchkey kept ${kept.name}`, async () => {
    await store.write(kept, change(await store.read(kept)))
  })
}
