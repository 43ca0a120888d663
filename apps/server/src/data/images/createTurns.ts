/** How many may work at once, and wait for that: all together, and of one client. */
export interface TurnLimits {
  readonly working: number
  readonly workingEach: number
  readonly waiting: number
  readonly waitingEach: number
}

/**
 * Lets so many works run at once, and the others wait, in the order in which they came; a client that has its share waits
 * while others are let past. Undefined, and the work is not begun, when too many wait already.
 */
export function createTurns(
  limits: TurnLimits,
): <T>(client: string, work: () => Promise<T>) => Promise<T> | undefined {
  const working = new Map<string, number>()
  const waiting: { readonly client: string; readonly begin: () => void }[] = []
  let active = 0

  function advance(): void {
    if (active >= limits.working) return
    const next = waiting.findIndex(({ client }) => (working.get(client) ?? 0) < limits.workingEach)
    if (next !== -1) waiting.splice(next, 1)[0]?.begin()
  }

  function count(client: string, by: 1 | -1): void {
    active += by
    const own = (working.get(client) ?? 0) + by
    if (own === 0) working.delete(client)
    else working.set(client, own)
  }

  return (client, work) => {
    const own = waiting.filter(each => each.client === client).length
    const isFree = active < limits.working && (working.get(client) ?? 0) < limits.workingEach
    if (!isFree && (waiting.length >= limits.waiting || own >= limits.waitingEach)) return undefined
    const turn = new Promise<void>(resolve => {
      const begin = () => {
        count(client, 1)
        resolve()
      }
      waiting.push({ client, begin })
    })
    advance()
    return turn.then(work).finally(() => {
      count(client, -1)
      advance()
    })
  }
}
