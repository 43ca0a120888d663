/** What the visitor allowed in this session, and what of it is spent. It ends with the page: no other page can spend it. */

import { parseAmount } from '../../../contract/amount.ts'
import { createError } from '../../../contract/errors/createError.ts'
import type { Clock } from '../../base/clock.ts'
import type { Readable } from '../../base/deriveMachine.ts'
import { createMachine } from '../../base/machine.ts'
import type { AskedRequest, SpendingCap } from './paidRequest.ts'

/** Milliseconds for which a limit holds. */
const session = 3_600_000

type Wanted = Pick<AskedRequest, 'origin' | 'owner' | 'asset' | 'amount' | 'shown'>

export interface Caps {
  readonly state: Readable<readonly SpendingCap[]>
  /** The limit that holds now for such a request. */
  of(wanted: Wanted): SpendingCap | undefined
  /** @throws LatchkeyError INVALID_AMOUNT; SPENDING_CAP for a limit that does not reach for it. */
  set(wanted: Wanted, limit: string): void
  /** Counts a request as spent; undefined where the limit does not reach for it. The answer takes it back. */
  spend(wanted: Wanted): (() => void) | undefined
  forget(origin: string): void
}

export function createCaps(clock: Clock): Caps {
  const machine = createMachine<readonly SpendingCap[], readonly SpendingCap[]>([], (_, next) => next)
  const isOf = (cap: SpendingCap, { origin, owner, asset }: Wanted) =>
    cap.origin === origin && cap.owner === owner && cap.asset === asset

  const of = (wanted: Wanted) => machine.getState().find(cap => isOf(cap, wanted) && cap.until > clock.now())

  function write(cap: SpendingCap): void {
    machine.dispatch([...machine.getState().filter(each => !isOf(each, { ...cap, amount: cap.spent })), cap])
  }

  return {
    state: machine,
    of,
    set(wanted, text) {
      const { origin, owner, asset, shown, amount } = wanted
      const limit = parseAmount(text, shown.decimals)
      const spent = of(wanted)?.spent ?? { value: 0n, decimals: shown.decimals }
      if (spent.value + amount.value > limit.value)
        throw createError('SPENDING_CAP', { context: { reason: 'limit' } })
      write({ origin, owner, asset, shown, limit, spent, until: clock.now() + session })
    },
    spend(wanted) {
      const cap = of(wanted)
      const { value } = wanted.amount
      if (!cap || cap.spent.value + value > cap.limit.value) return undefined
      write({ ...cap, spent: { ...cap.spent, value: cap.spent.value + value } })
      let isBack = false
      return () => {
        const now = of(wanted)
        if (isBack || !now) return
        isBack = true
        // A limit that was set anew meanwhile took over what was spent.
        const left = now.spent.value > value ? now.spent.value - value : 0n
        write({ ...now, spent: { ...now.spent, value: left } })
      }
    },
    forget: origin => machine.dispatch(machine.getState().filter(cap => cap.origin !== origin)),
  }
}
