import type { Clock } from '../core/http/appTypes.ts'
import { widerNetwork } from '../core/http/widerNetwork.ts'
import type { StoredBytes } from './createMailbox.ts'

/** Milliseconds between two measurements. */
const pause = 60_000
/** A message that lives no longer, in milliseconds, is one of a pairing or of a request that a person is looking at. */
export const briefTime = 300_000
/** The part of a quota that is free for all. Beyond it each network has a share. */
const freePart = 1 / 2
/** The part of a quota that only brief messages may use: what fills it is gone five minutes later. */
const briefPart = 1 / 8
/** A network's share of what is left: it gets smaller with each network, and is there for the next one too. */
const sharePart = 1 / 32
/** Networks with less than this part of a quota in the store count for nothing there. */
const leastPart = 1 / 4_096
/** Networks counted between two measurements; beyond this the oldest is dropped. */
const mostNetworks = 100_000

/** What is to be stored, and from where. */
export interface Wish {
  readonly project: string
  /** As `networkOf` names it. */
  readonly network: string
  readonly bytes: number
  /** Whether all of it is gone within `briefTime`. */
  readonly isBrief: boolean
}

/** Bounds what the mailboxes of a project keep, and what a network may keep of that (T90, S8). */
export interface Quota {
  /** Whether there is room; if so, the bytes count from now on. */
  take(wish: Wish): boolean
  /** Counts bytes that take the place of as many others, which are deleted. */
  exchange(wish: Wish, freed: number): void
  /** Counts anew in the store, with other processes' bytes and without deleted ones. @throws StoreError */
  measure(): Promise<void>
  stop(): void
}

/**
 * Counts what this process took, and measures the store once a minute: several processes together may exceed a quota
 * within that minute.
 */
export function createQuota(deps: {
  /** Returns the bytes in the store; the small networks may be left out. @throws StoreError */
  readonly count: (options: { readonly least: number; readonly briefTime: number }) => Promise<StoredBytes>
  /** Bytes of each project. */
  readonly most: number
  readonly clock: Clock
  readonly onFailure: (error: unknown) => void
}): Quota {
  const { most } = deps
  let measured: StoredBytes = { projects: new Map(), networks: new Map() }
  let taken = new Map<string, number>()
  let takenOfNetworks = new Map<string, number>()

  const add = (wish: Wish, bytes: number): void => {
    const { project } = wish
    const key = bytesKey(wish)
    taken.set(project, (taken.get(project) ?? 0) + bytes)
    takenOfNetworks.set(key, (takenOfNetworks.get(key) ?? 0) + bytes)
    if (takenOfNetworks.size > mostNetworks)
      takenOfNetworks.delete(takenOfNetworks.keys().next().value as string)
  }

  const measure = async (): Promise<void> => {
    // What is taken during a measurement counts twice at most, until the next one.
    const before = [taken, takenOfNetworks] as const
    taken = new Map()
    takenOfNetworks = new Map()
    try {
      measured = await deps.count({ least: Math.floor(most * leastPart), briefTime })
    } catch (error) {
      addAll(taken, before[0])
      addAll(takenOfNetworks, before[1])
      throw error
    }
  }
  const timer = setInterval(() => void measure().catch(deps.onFailure), pause)
  timer.unref()

  return {
    take(wish) {
      const { project, bytes, isBrief } = wish
      const key = bytesKey(wish)
      const all = (measured.projects.get(project) ?? 0) + (taken.get(project) ?? 0)
      const own = (measured.networks.get(key) ?? 0) + (takenOfNetworks.get(key) ?? 0)
      const left = most * (isBrief ? 1 : 1 - briefPart) - all
      // A project's id is public in its pages: a stranger who fills it must not lock all others out.
      if (bytes > left || (all > most * freePart && own + bytes > left * sharePart)) return false
      add(wish, bytes)
      return true
    },
    exchange: (wish, freed) => add(wish, wish.bytes - freed),
    measure,
    stop: () => clearInterval(timer),
  }
}

/** Where the bytes of a network are counted: those that are gone soon, and the others. */
export function bytesKey({ project, network, isBrief }: Omit<Wish, 'bytes'>): string {
  return `${isBrief ? 'brief' : 'long'} ${network} ${project}`
}

/** The network that shares a client's bounds: its IPv4 address, or its IPv6 /48. */
export function networkOf(address: string): string {
  return widerNetwork(address) ?? address
}

function addAll(to: Map<string, number>, from: ReadonlyMap<string, number>): void {
  for (const [key, bytes] of from) to.set(key, (to.get(key) ?? 0) + bytes)
}
