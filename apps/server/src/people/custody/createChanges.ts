import { createHash } from 'node:crypto'
import { custodyChangeText } from 'latchkey/services'
import type { Store } from '../../core/store/store.ts'
import type { ShareDevice } from './createDeviceShares.ts'

/** Milliseconds after a release for recovery within which the change has to follow. */
const within = 300_000

/**
 * Binds a key share that is released for recovery to one change: of a recovery factor, or the deletion of the account (S3). A
 * device has one at most; another release takes its place.
 */
export interface RecoveryChanges {
  /** `request` is the SHA-256, hexadecimal, of `custodyChangeText`. */
  begin(place: ShareDevice, request: string): Promise<void>
  /** Whether the device's last release was for this change, a moment ago, and no change followed it yet. */
  finish(place: ShareDevice, change: Parameters<typeof custodyChangeText>[0]): Promise<boolean>
}

export function createChanges(deps: {
  readonly store: Store
  /** Milliseconds since 1970. */
  readonly now: () => number
}): RecoveryChanges {
  const { store, now } = deps
  const { compose } = store
  return {
    async begin({ account, device }, request) {
      const change = { request, at: now() }
      await store.write([
        compose
          .insertInto('custody_changes')
          .values({ account_id: account, device, ...change })
          .onConflict(conflict => conflict.columns(['account_id', 'device']).doUpdateSet(change))
          .compile(),
      ])
    },
    async finish({ account, device }, change) {
      const request = createHash('sha256').update(custodyChangeText(change)).digest('hex')
      const [won] = await store.write([
        compose
          .deleteFrom('custody_changes')
          .where('account_id', '=', account)
          .where('device', '=', device)
          .where('request', '=', request)
          .where('at', '>=', now() - within)
          .returning('request')
          .compile(),
      ])
      return won.length === 1
    },
  }
}
