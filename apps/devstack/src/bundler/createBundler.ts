import { join, relative, resolve } from 'node:path'
import { installLocked } from '../../../../scripts/build/installLocked.ts'
import { putSmartContracts } from './putSmartContracts.ts'
import { startAlto } from './startAlto.ts'

/** The repository this file is in. */
const root = resolve(import.meta.dirname, '../../../..')
/** Has the lockfile of the bundler and of the contracts' artefacts. */
export const bundlerFolder = join(import.meta.dirname, '../../bundler')

/** Whether operations of smart accounts are taken by now. */
export type BundlerState = 'idle' | 'starting' | 'running' | 'out'

/** The bundler of one chain, with the contracts that it needs there. */
export interface Bundler {
  state(): BundlerState
  /** Process id of the running one. */
  pid(): number | undefined
  /** Starts it in the background, once. */
  begin(): void
  /** Settles with the state when it first runs or is left out, after `begin`. */
  readonly settled: Promise<BundlerState>
  /** Ends it with its processes, also while it starts. */
  stop(): Promise<void>
}

/**
 * Prepares the bundler of one chain. After `begin` it is installed where that is missing, the contracts are put on the chain, and it is
 * started; one that ends later is started again. What cannot be had is one line of the log: the chain then has no smart accounts.
 */
export function createBundler(options: {
  readonly chain: { readonly chainId: number; readonly url: string }
  readonly port: number
  readonly host: string
  /** For its log. */
  readonly dataFolder: string
  readonly log: (line: string) => void
  /** Where it is installed; default the dev stack's. */
  readonly folder?: string | undefined
}): Bundler {
  const { chain, port, host, dataFolder, log, folder = bundlerFolder } = options
  const calling = new AbortController()
  const { signal } = calling
  const settled = Promise.withResolvers<BundlerState>()
  let state: BundlerState = 'idle'
  let pid: number | undefined
  let life: Promise<void> | undefined

  async function install(): Promise<void> {
    try {
      await installLocked(folder, signal)
    } catch (cause) {
      const at = relative(root, folder)
      throw new Error(`its packages could not be installed (npm ci --ignore-scripts in ${at})`, { cause })
    }
  }

  async function live(): Promise<void> {
    await install()
    signal.throwIfAborted()
    const names = await putSmartContracts(chain, folder)
    if (names.length > 0) log(`Deployed on chain ${chain.chainId}: ${names.join(', ')}.`)
    // One that does not come up is left out, so a bundler that dies at each start is not started for ever.
    while (true) {
      const alto = await startAlto({ folder, chain, port, host, dataFolder, signal })
      pid = alto.pid
      state = 'running'
      settled.resolve(state)
      log(`Bundler of chain ${chain.chainId} runs at http://localhost:${port}`)
      const calledOff = (): void => void alto.stop()
      signal.addEventListener('abort', calledOff, { once: true })
      if (signal.aborted) calledOff()
      const how = await alto.exited
      pid = undefined
      if (signal.aborted) return
      state = 'starting'
      log(`The bundler ended with ${how} and starts again.`)
    }
  }

  async function run(): Promise<void> {
    try {
      await live()
    } catch (error) {
      const reason = (error instanceof Error ? error.message : String(error)).trim().split('\n')[0]
      if (!signal.aborted)
        log(`Chain ${chain.chainId} has no smart accounts, the bundler is left out: ${reason}`)
    }
    state = 'out'
    settled.resolve(state)
  }

  return {
    state: () => state,
    pid: () => pid,
    begin() {
      if (life !== undefined || signal.aborted) return
      state = 'starting'
      life = run()
    },
    settled: settled.promise,
    async stop() {
      calling.abort()
      await life
    },
  }
}
