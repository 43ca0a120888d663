import type { Logger } from 'pino'
import type { Clock } from '../http/appTypes.ts'
import { createRateLimiter } from '../http/createRateLimiter.ts'
import { createLocalBus } from './createLocalBus.ts'
import type { Candidacy, Shared, Term } from './shared.ts'
import { withNetworks } from './withNetworks.ts'

/** What one process on its own shares with itself: every lead is its own, at once. */
export function createLocalShared(deps: { readonly clock: Clock; readonly log: Logger }): Shared {
  const bus = createLocalBus(error => deps.log.error({ err: error }, 'listener failed'))
  const candidacies = new Map<string, Candidacy>()
  const resign = async (): Promise<void> => {
    await Promise.all([...candidacies.values()].map(candidacy => candidacy.stop()))
  }
  return {
    limiter: withNetworks(({ perSecond, burst }) =>
      createRateLimiter({ perSecond, burst, clock: deps.clock }),
    ),
    lead(name, work) {
      if (candidacies.has(name)) throw new Error(`This process stands for "${name}" already`)
      const own = leadAtOnce(name, work, deps.log)
      const candidacy: Candidacy = {
        get leads() {
          return own.leads
        },
        stop() {
          candidacies.delete(name)
          return own.stop()
        },
      }
      candidacies.set(name, candidacy)
      return candidacy
    },
    leads: () => [...candidacies].map(([name, { leads }]) => ({ name, leads })),
    isListening: true,
    async publish(channel, message) {
      bus.deliver(channel, message)
    },
    async subscribe(channel, listener) {
      return bus.add(channel, listener)
    },
    resign,
    close: resign,
  }
}

/** Milliseconds after which work that threw is begun again. */
const pause = 1_000

function leadAtOnce(name: string, work: (term: Term) => Promise<void>, log: Logger): Candidacy {
  const stop = new AbortController()
  let again: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  const begin = (): void => {
    running = Promise.resolve()
      .then(() => (stop.signal.aborted ? undefined : work({ signal: stop.signal, fence: [] })))
      .catch(error => {
        if (stop.signal.aborted) return
        log.error({ lead: name, err: error }, 'work failed')
        again = setTimeout(begin, pause)
      })
  }
  begin()
  return {
    get leads() {
      return !stop.signal.aborted
    },
    async stop() {
      stop.abort()
      clearTimeout(again)
      await running
    },
  }
}
