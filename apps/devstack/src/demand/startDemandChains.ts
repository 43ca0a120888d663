import { join } from 'node:path'
import { type DemandName, demandNetworks } from '../chains/devNetworks.ts'
import { ChainUnavailable, type RunningDemandChain } from './demandChain.ts'
import { type DemandChains, demandChains } from './demandChains.ts'

/** Whether a chain on demand answers by now. */
export type DemandState = 'starting' | 'running' | 'out'

/** The chains on demand that were asked for. */
export interface DemandStart {
  /** Those that were asked for, in the order of their ports. */
  readonly names: readonly DemandName[]
  stateOf(name: DemandName): DemandState
  running(): ReadonlySet<DemandName>
  /** Settles when each of them runs or is left out. */
  readonly settled: Promise<void>
  /** Ends every one with its processes, also those that still start. */
  stop(): Promise<void>
}

/**
 * Starts chains on demand side by side and returns at once. One that cannot start, or that ends later, is one line of the log and
 * leaves the others alone.
 */
export function startDemandChains(options: {
  /** What to start, and where each listens. */
  readonly ports: readonly (readonly [DemandName, number])[]
  readonly host: string
  readonly automine: boolean
  /** Each chain keeps its data in a folder of its own below. */
  readonly dataFolder: string
  readonly fresh: boolean
  readonly log: (line: string) => void
  /** The starts of those that are asked for. Default: of all that there are. */
  readonly chains?: Partial<DemandChains>
}): DemandStart {
  const { ports, host, automine, dataFolder, fresh, log } = options
  const chains = { ...demandChains, ...options.chains }
  const calling = new AbortController()
  const { signal } = calling
  const states = new Map<DemandName, DemandState>(ports.map(([name]) => [name, 'starting']))
  const started: RunningDemandChain[] = []

  function leaveOut(name: DemandName, error: unknown): void {
    states.set(name, 'out')
    if (!signal.aborted) log(explain(name, error))
  }

  async function start(name: DemandName, port: number): Promise<void> {
    const startChain = await chains[name]()
    signal.throwIfAborted()
    const title = titleOf(name)
    const chain = await startChain({
      port,
      host,
      automine,
      dataFolder: join(dataFolder, demandNetworks[name].name.toLowerCase()),
      fresh,
      signal,
      log: line => log(`${title}: ${line}`),
    })
    started.push(chain)
    states.set(name, 'running')
    if (!signal.aborted) log(`${title} runs at http://localhost:${chain.port}`)
    void chain.exited?.then(how => {
      states.set(name, 'out')
      if (!signal.aborted) log(`${title} ended with ${how}.`)
    })
  }

  const starting = ports.map(([name, port]) =>
    start(name, port).catch((error: unknown) => leaveOut(name, error)),
  )
  const settled = Promise.all(starting).then(() => undefined)
  return {
    names: ports.map(([name]) => name),
    stateOf: name => states.get(name) ?? 'out',
    running: () => new Set([...states].filter(([, state]) => state === 'running').map(([name]) => name)),
    settled,
    async stop() {
      calling.abort()
      await settled
      await Promise.all(started.splice(0).map(chain => chain.stop()))
    },
  }
}

const titleOf = (name: DemandName): string =>
  `${demandNetworks[name].name} (${demandNetworks[name].nativeCurrency.name})`

/** One line, whatever went wrong. */
function explain(name: DemandName, error: unknown): string {
  const reason = (error instanceof Error ? error.message : String(error)).trim().split('\n')[0]
  return error instanceof ChainUnavailable
    ? `${titleOf(name)} is left out: ${reason}`
    : `${titleOf(name)} did not start: ${reason}`
}
