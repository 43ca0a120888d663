import type { Clock } from '../core/http/appTypes.ts'
import { widerNetwork } from '../core/http/widerNetwork.ts'

/** Milliseconds between two measurements. */
const pause = 60_000
/**
 * The part of a quota that a network (an IPv4 address or an IPv6 /48) gets in a day once half of it is taken. Messages
 * expire after 30 days at most: a network that took that half, and this part every day since, leaves others a fifth.
 */
const dailyPart = 1 / 100
const oneDay = 86_400_000
/** Counts of late amounts that are stored, one for each network and owner; beyond this the oldest is dropped. */
const mostAddresses = 100_000

/** Counts the stored amount of each owner, such as of each project in its mailboxes (T90). */
export interface Usage {
  /** Whether this address may add the amount to the owner's; if so, the amount counts from now on. */
  take(whose: string, amount: number, address: string): boolean
  /** Counts anew in the store, with other processes' amounts and without deleted ones. @throws StoreError */
  measure(): Promise<void>
  stop(): void
}

/**
 * Counts the amounts that this process took, and measures the store once a minute: several processes together may exceed
 * a quota within that minute.
 */
export function createUsage(deps: {
  /** Returns the stored amount of each owner now. @throws StoreError */
  readonly count: () => Promise<ReadonlyMap<string, number>>
  /** The quota of each owner. */
  readonly most: number
  readonly clock: Clock
  readonly onFailure: (error: unknown) => void
}): Usage {
  let measured: ReadonlyMap<string, number> = new Map()
  let taken = new Map<string, number>()
  /** The amounts that a network took of an owner's quota since `lateSince`, once half of the quota was taken. */
  const late = new Map<string, number>()
  let lateSince = deps.clock()

  const takeLate = (whose: string, amount: number, address: string): boolean => {
    if (deps.clock() - lateSince >= oneDay) {
      late.clear()
      lateSince = deps.clock()
    }
    const key = `${widerNetwork(address) ?? address} ${whose}`
    const own = (late.get(key) ?? 0) + amount
    if (own > deps.most * dailyPart) return false
    late.set(key, own)
    if (late.size > mostAddresses) late.delete(late.keys().next().value as string)
    return true
  }

  const measure = async (): Promise<void> => {
    // Amounts taken during a measurement count twice at most, until the next one.
    const since = new Map<string, number>()
    const before = taken
    taken = since
    try {
      measured = await deps.count()
    } catch (error) {
      for (const [whose, amount] of before) since.set(whose, (since.get(whose) ?? 0) + amount)
      throw error
    }
  }
  const timer = setInterval(() => void measure().catch(deps.onFailure), pause)
  timer.unref()

  return {
    take(whose, amount, address) {
      const own = taken.get(whose) ?? 0
      const all = (measured.get(whose) ?? 0) + own
      if (all + amount > deps.most) return false
      // A project's id is public in its pages: an attacker who fills it must not lock all others out (T90).
      if (all > deps.most / 2 && !takeLate(whose, amount, address)) return false
      taken.set(whose, own + amount)
      return true
    },
    measure,
    stop: () => clearInterval(timer),
  }
}
