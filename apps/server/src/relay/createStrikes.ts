import type { Clock } from '../core/http/appTypes.ts'

/** Milliseconds for which an address is remembered. */
const memory = 60_000
/** Addresses remembered at once; the oldest goes first. */
const most = 10_000

/** Addresses whose sockets were let go lately because they did not stop. */
export interface Strikes {
  strike(address: string): void
  isStruck(address: string): boolean
}

export function createStrikes(clock: Clock): Strikes {
  const until = new Map<string, number>()
  return {
    strike(address) {
      until.delete(address)
      until.set(address, clock() + memory)
      if (until.size > most) until.delete(until.keys().next().value as string)
    },
    isStruck(address) {
      const end = until.get(address)
      if (end === undefined) return false
      if (end > clock()) return true
      until.delete(address)
      return false
    },
  }
}
