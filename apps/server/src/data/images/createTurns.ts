/** How many may work at once, and wait for that: all together, of one client, and at one host. */
export interface TurnLimits {
  readonly working: number
  readonly workingEach: number
  readonly waiting: number
  readonly waitingEach: number
  /** Works at one host at once, of all clients together. Default: no limit of its own. */
  readonly workingHost?: number
}

/** Whose work it is, and at which host it is done. */
export interface Turn {
  readonly client: string
  readonly host?: string
}

/** More works wait than this process wants to hold; matched by name. */
export class TurnsFull extends Error {
  override readonly name = 'TurnsFull'
}

interface Waiting extends Turn {
  readonly begin: () => void
  readonly refuse: () => void
}

/**
 * Lets so many works run at once; the others wait. The client with the fewest running works is next, and of these the one
 * that came first, so that no client's slow hosts keep another waiting for more than one of them. When too many wait, the
 * client with the most waiting works loses its newest one: a single visitor is let in however long the queue is.
 * The promise rejects with `TurnsFull` when the work is not begun.
 */
export function createTurns(limits: TurnLimits): <T>(turn: Turn, work: () => Promise<T>) => Promise<T> {
  const { workingHost = limits.working } = limits
  const working = new Map<string, number>()
  const atHosts = new Map<string, number>()
  const waiting: Waiting[] = []
  let active = 0

  const countOf = (client: string) => working.get(client) ?? 0
  const mayBegin = ({ client, host = '' }: Turn) =>
    countOf(client) < limits.workingEach && (host === '' || (atHosts.get(host) ?? 0) < workingHost)

  function advance(): void {
    if (active >= limits.working) return
    const next = waiting
      .filter(mayBegin)
      .reduce<Waiting | undefined>(
        (best, each) => (best === undefined || countOf(each.client) < countOf(best.client) ? each : best),
        undefined,
      )
    if (next === undefined) return
    waiting.splice(waiting.indexOf(next), 1)
    next.begin()
  }

  function count({ client, host = '' }: Turn, by: 1 | -1): void {
    active += by
    add(working, client, by)
    if (host !== '') add(atHosts, host, by)
  }

  /** Makes room in the queue for one of this client; false when it has as many there as any. */
  function makeRoom(client: string): boolean {
    const own = waiting.filter(each => each.client === client).length
    if (own >= limits.waitingEach) return false
    if (waiting.length < limits.waiting) return true
    const counts = new Map<string, number>()
    for (const each of waiting) add(counts, each.client, 1)
    const [most, number] = [...counts].reduce((left, right) => (right[1] > left[1] ? right : left))
    if (number <= own + 1) return false
    const at = waiting.findLastIndex(each => each.client === most)
    waiting.splice(at, 1)[0]?.refuse()
    return true
  }

  return (turn, work) => {
    const isFree = active < limits.working && mayBegin(turn)
    if (!isFree && !makeRoom(turn.client)) return Promise.reject(new TurnsFull('Too many works at once'))
    const begun = new Promise<void>((resolve, reject) => {
      const begin = () => {
        count(turn, 1)
        resolve()
      }
      waiting.push({ ...turn, begin, refuse: () => reject(new TurnsFull('Too many works at once')) })
    })
    advance()
    return begun.then(() =>
      work().finally(() => {
        count(turn, -1)
        advance()
      }),
    )
  }
}

function add(counts: Map<string, number>, key: string, by: 1 | -1): void {
  const next = (counts.get(key) ?? 0) + by
  if (next === 0) counts.delete(key)
  else counts.set(key, next)
}
