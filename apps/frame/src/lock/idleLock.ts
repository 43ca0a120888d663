import type { Kept } from '../store/kept.ts'
import type { KeptStore } from '../store/openKeptStore.ts'

/** Milliseconds without its visitor after which the wallet signs nothing before they have shown that it is them (T79). */
export const idleLimit = 900_000
/** Continuous use is not stored each time. */
const leastStep = 30_000

/** When the visitor was last here, in milliseconds since 1970; for all tabs under one page. */
export const keptUse: Kept<number> = {
  name: 'use',
  version: 1,
  read: value => (Number.isSafeInteger(value) ? (value as number) : undefined),
}

/** Whether a wallet that was used then is still open: a time that is missing or still to come opens nothing. */
export function isOpen(usedAt: number | undefined, now: number): boolean {
  return usedAt !== undefined && usedAt <= now && now - usedAt < idleLimit
}

/** Stops an idle wallet from signing for another person at the device (T79, T82). */
export interface IdleLock {
  isLocked(): Promise<boolean>
  /** Its visitor does something here: it stays open, if it was. */
  touch(): Promise<void>
  /** Its visitor was proven. */
  unlock(): Promise<void>
}

export function createIdleLock({
  store,
  now,
}: {
  readonly store: Pick<KeptStore, 'read' | 'write'>
  /** Milliseconds since 1970. */
  readonly now: () => number
}): IdleLock {
  return {
    isLocked: async () => !isOpen(await store.read(keptUse), now()),
    async touch() {
      const at = now()
      const usedAt = await store.read(keptUse)
      if (usedAt !== undefined && isOpen(usedAt, at) && at - usedAt >= leastStep)
        await store.write(keptUse, at)
    },
    async unlock() {
      await store.write(keptUse, now())
    },
  }
}
