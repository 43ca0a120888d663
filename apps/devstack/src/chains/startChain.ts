import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type GuardedProgram, spawnGuarded } from '../guard/spawnGuarded.ts'
import { assertPortsFree } from '../ports/assertPortsFree.ts'
import { probePort } from '../ports/probePort.ts'
import { devAccounts, devMnemonic } from './devAccounts.ts'
import { findAnvil } from './findAnvil.ts'
import { type KeptState, keepState } from './keptState.ts'

/** Milliseconds in which a chain must answer; it takes about a tenth of a second, a large saved state longer. */
const startLimit = 30_000
const askEvery = 20
/** Milliseconds in which a chain may write its state before it is killed. */
const stopGrace = 15_000
/** Seconds between two saves while the chain runs; it also saves when it ends. */
const saveEvery = 60

export interface ChainOptions {
  readonly chainId: number
  /** 0 takes a free one. */
  readonly port: number
  /** Seconds between blocks; absent means a block for each transaction. */
  readonly blockTime?: number | undefined
  /** The folder of the stored state; absent: it lives as long as the process. */
  readonly dataFolder?: string | undefined
  /** Deletes the stored state. */
  readonly fresh?: boolean | undefined
  /** Address to listen on. */
  readonly host?: string | undefined
  /** Aborts a pending start: the node takes many seconds to read a large state. */
  readonly signal?: AbortSignal | undefined
  readonly log?: ((line: string) => void) | undefined
}

/** A running local chain. */
export interface Chain {
  readonly chainId: number
  readonly port: number
  /** JSON-RPC over HTTP and WebSocket, as seen from this machine. */
  readonly url: string
  readonly pid: number
  /** Settles when the node has ended, wanted or not; says how. */
  readonly exited: Promise<string>
  /** Saves the state and ends the node. */
  stop(): Promise<void>
}

/**
 * Starts one local EVM chain with the unlocked accounts of the public test mnemonic, and waits until it answers.
 * @throws Error with one clear line: port in use, data folder not writable, node missing or not starting.
 */
export async function startChain(options: ChainOptions): Promise<Chain> {
  const { chainId, dataFolder, fresh = false, host = '127.0.0.1', log = () => undefined } = options
  const command = findAnvil()
  if (options.port !== 0) await assertPortsFree([{ port: options.port, by: `chain ${chainId}` }], host)
  const port = options.port === 0 ? await probePort(0, host) : options.port

  const { state, logFile, output } = prepareFolder(chainId, dataFolder, fresh)
  if (state?.notice) log(`Chain ${chainId}: ${state.notice}.`)

  const program = await spawnGuarded({
    command,
    args: anvilArguments({ chainId, port, host, blockTime: options.blockTime, state }),
    output,
    grace: stopGrace,
  })
  if (output !== 'ignore') closeSync(output)

  const url = `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${port}`
  try {
    await untilAnswering(url, chainId, { program, signal: options.signal })
  } catch (error) {
    await program.stop()
    options.signal?.throwIfAborted()
    const said = logFile === undefined ? '' : readFileSync(logFile, 'utf8').trim().split('\n')[0]
    const reason = said || (error instanceof Error ? error.message : String(error))
    throw new Error(`Chain ${chainId} did not start on port ${port}: ${reason}`, { cause: error })
  }
  return { chainId, port, url, pid: program.pid, exited: program.exited, stop: () => program.stop() }
}

function prepareFolder(
  chainId: number,
  folder: string | undefined,
  fresh: boolean,
): { state?: KeptState; logFile?: string; output: number | 'ignore' } {
  if (folder === undefined) return { output: 'ignore' }
  try {
    const state = keepState(folder, fresh)
    const logFile = join(folder, 'anvil.log')
    return { state, logFile, output: openSync(logFile, 'w') }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`Chain ${chainId} cannot keep its state: ${reason}`, { cause: error })
  }
}

function anvilArguments(options: {
  chainId: number
  port: number
  host: string
  blockTime: number | undefined
  state?: KeptState | undefined
}): string[] {
  const { chainId, port, host, blockTime, state } = options
  const args = ['--quiet', '--chain-id', String(chainId), '--port', String(port), '--host', host]
  args.push('--mnemonic', devMnemonic, '--accounts', String(devAccounts.length), '--hardfork', 'osaka')
  // Without pruning the node writes old states to the home folder and holds every one in memory.
  args.push('--prune-history', '128')
  if (blockTime !== undefined) args.push('--block-time', String(blockTime))
  if (state) args.push('--dump-state', state.dump, '--state-interval', String(saveEvery))
  if (state?.load) args.push('--load-state', state.load)
  return args
}

async function untilAnswering(
  url: string,
  chainId: number,
  options: { readonly program: GuardedProgram; readonly signal: AbortSignal | undefined },
): Promise<void> {
  const { program, signal } = options
  let ended: string | undefined
  program.exited.then(how => {
    ended = how
  })
  const deadline = performance.now() + startLimit
  while (performance.now() < deadline) {
    signal?.throwIfAborted()
    if (ended !== undefined) throw new Error(`the node ended with ${ended}`)
    if ((await askChainId(url)) === chainId) return
    await new Promise(resolve => setTimeout(resolve, askEvery))
  }
  throw new Error(`no answer in ${startLimit / 1000} s`)
}

async function askChainId(url: string): Promise<number | undefined> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] }),
      signal: AbortSignal.timeout(2_000),
    })
    const body = (await answer.json()) as { result?: unknown }
    return Number(body.result)
  } catch {
    return undefined
  }
}
