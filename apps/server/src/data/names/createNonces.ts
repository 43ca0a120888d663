import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { nameNonceLifetime } from 'latchkey/services'
import type { Store } from '../../core/store/store.ts'

/** How far two processes' clocks may lie apart. */
const clockSkew = 5_000
/** A used nonce is remembered this long, so that a clock set back does not revive it (F39). */
const remembered = 86_400_000

const randomSize = 12
const timeSize = 6
const sealSize = 16

/** Nonces that any process of the installation recognizes without storing them; only used ones are stored. */
export interface Nonces {
  issue(project: string): { readonly nonce: string; readonly ts: number }
  /** Whether this is one of ours for this project, of this time, and not too old. */
  isFresh(project: string, nonce: string, ts: number): boolean
  /** Uses a nonce up: true once, for the first caller. */
  consume(nonce: string): Promise<boolean>
}

export function createNonces(deps: {
  readonly store: Store
  readonly secret: Uint8Array
  /** Milliseconds since 1970. */
  readonly now: () => number
}): Nonces {
  const { store, secret, now } = deps
  const seal = (project: string, head: Uint8Array) =>
    createHmac('sha256', secret)
      .update(`latchkey name nonce\n${project}\n`)
      .update(head)
      .digest()
      .subarray(0, sealSize)

  return {
    issue(project) {
      const ts = now()
      const time = Buffer.alloc(timeSize)
      time.writeUIntBE(ts, 0, timeSize)
      const head = Buffer.concat([randomBytes(randomSize), time])
      return { nonce: Buffer.concat([head, seal(project, head)]).toString('base64url'), ts }
    },
    isFresh(project, nonce, ts) {
      const bytes = Buffer.from(nonce, 'base64url')
      // One spelling only: a second one would pass as unused.
      if (bytes.length !== randomSize + timeSize + sealSize || bytes.toString('base64url') !== nonce)
        return false
      const head = bytes.subarray(0, randomSize + timeSize)
      if (!timingSafeEqual(bytes.subarray(head.length), seal(project, head))) return false
      if (head.readUIntBE(randomSize, timeSize) !== ts) return false
      const age = now() - ts
      return age >= -clockSkew && age <= nameNonceLifetime
    },
    async consume(nonce) {
      const at = now()
      const [, used] = await store.write([
        store.compose
          .deleteFrom('name_nonces')
          .where('used_at', '<', at - remembered)
          .compile(),
        store.compose
          .insertInto('name_nonces')
          .values({ nonce, used_at: at })
          .onConflict(conflict => conflict.column('nonce').doNothing())
          .returning('nonce')
          .compile(),
      ])
      return used.length === 1
    },
  }
}
