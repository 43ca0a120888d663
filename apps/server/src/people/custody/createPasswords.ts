import { mostPasswordTries } from 'latchkey/services'
import type { Store } from '../../core/store/store.ts'
import { auditIf, auditRefused } from './auditRow.ts'
import type { Envelopes } from './createEnvelopes.ts'

/** Loaded with the first password: the curve computes its tables at once. */
const loadCurve = () => import('@noble/curves/ed25519.js')

/**
 * Makes guessing a password our business: a guess needs one evaluation with the account's key (RFC 9497), and there are ten
 * (T85). We learn nothing about the password, not even whether it was right.
 */
export interface Passwords {
  /** `locked` from the eleventh try on; `invalid` for a value that is no element of the group. */
  evaluate(
    account: string,
    device: string,
    blinded: Uint8Array,
  ): Promise<{ readonly evaluated: Uint8Array; readonly left: number } | 'locked' | 'invalid'>
  /** Lets the person try again, who came back with the key. */
  unlock(account: string): Promise<void>
  isLocked(account: string): Promise<boolean>
}

export function createPasswords(deps: {
  readonly store: Store
  readonly envelopes: Envelopes
  /** Milliseconds since 1970. */
  readonly now: () => number
}): Passwords {
  const { store, envelopes, now } = deps
  const { compose } = store

  return {
    async evaluate(account, device, blinded) {
      if (!(await isElement(blinded))) return 'invalid'
      const row = (await claim(account, device)) ?? (await makeKey(account, device))
      if (row === undefined) {
        await store.write([auditRefused(compose, { at: now(), account, device, detail: 'password locked' })])
        return 'locked'
      }
      const key = await envelopes.open('password', row, aboutKey(account))
      try {
        const { oprf } = (await loadCurve()).ristretto255_oprf
        const evaluated = oprf.blindEvaluate(key, blinded)
        return { evaluated, left: mostPasswordTries - row.tries }
      } finally {
        key.fill(0)
      }
    },
    async unlock(account) {
      await store.write([
        compose
          .updateTable('custody_passwords')
          .set({ tries: 0 })
          .where('account_id', '=', account)
          .where('tries', '>', 0)
          .compile(),
      ])
    },
    isLocked,
  }

  async function isLocked(account: string): Promise<boolean> {
    const row = await store.db
      .selectFrom('custody_passwords')
      .select('tries')
      .where('account_id', '=', account)
      .executeTakeFirst()
    return row !== undefined && row.tries >= mostPasswordTries
  }

  /** Spends a try before anything is computed; a caller that gets the row back had one. */
  async function claim(account: string, device: string) {
    const at = now()
    const [, , [row]] = await store.write([
      // Of two at once, the second reads what the first one left.
      compose
        .updateTable('custody_passwords')
        .set(eb => ({ tries: eb.ref('tries') }))
        .where('account_id', '=', account)
        .compile(),
      auditIf(compose, { at, account, device, action: 'password' }, eb =>
        eb.exists(
          compose
            .selectFrom('custody_passwords')
            .select('account_id')
            .where('account_id', '=', account)
            .where('tries', '<', mostPasswordTries),
        ),
      ),
      compose
        .updateTable('custody_passwords')
        .set(eb => ({ tries: eb('tries', '+', 1) }))
        .where('account_id', '=', account)
        .where('tries', '<', mostPasswordTries)
        .returning(['kek', 'dek', 'box', 'tries'])
        .compile(),
    ])
    return row
  }

  /** The account's first try makes its key. */
  async function makeKey(account: string, device: string) {
    const { oprf } = (await loadCurve()).ristretto255_oprf
    const { secretKey } = oprf.generateKeyPair()
    const closed = await envelopes.close('password', secretKey, aboutKey(account))
    secretKey.fill(0)
    const [made] = await store.write([
      compose
        .insertInto('custody_passwords')
        .values({ account_id: account, tries: 0, ...closed })
        .onConflict(conflict => conflict.column('account_id').doNothing())
        .returning('account_id')
        .compile(),
    ])
    // The row exists: it is locked, or another process created it just now.
    if (made.length === 0 && (await isLocked(account))) return undefined
    return claim(account, device)
  }
}

function aboutKey(account: string): readonly unknown[] {
  return ['oprf', account]
}

async function isElement(bytes: Uint8Array): Promise<boolean> {
  const { ristretto255 } = await loadCurve()
  try {
    return !ristretto255.Point.fromBytes(bytes).equals(ristretto255.Point.ZERO)
  } catch {
    return false
  }
}
