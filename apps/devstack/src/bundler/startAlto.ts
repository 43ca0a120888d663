import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { delegatedContracts, safeContracts } from 'latchkey/services'
import { spawnAnswering } from '../guard/spawnAnswering.ts'
import type { GuardedProgram } from '../guard/spawnGuarded.ts'
import { bundlerAccounts } from './bundlerAccounts.ts'

const entryPoints = [safeContracts.entryPoint, delegatedContracts.entryPoint]
/** Milliseconds in which it must answer: 15 s on two cores that have nothing else to do. */
const startLimit = 180_000
/** It keeps nothing that it would have to write down. */
const stopGrace = 1_000

/**
 * Starts the bundler of a folder for one chain, and waits until it answers with both entry points.
 * @throws Error with one line.
 */
export async function startAlto(options: {
  /** Where it is installed. */
  readonly folder: string
  readonly chain: { readonly url: string }
  readonly port: number
  readonly host: string
  /** For its log. */
  readonly dataFolder: string
  readonly signal: AbortSignal
}): Promise<GuardedProgram> {
  const { folder, chain, port, host, dataFolder, signal } = options
  const { executor, utility } = bundlerAccounts
  mkdirSync(dataFolder, { recursive: true })
  return spawnAnswering({
    command: process.execPath,
    args: [
      '--import',
      new URL('./listenLocally.ts', import.meta.url).href,
      join(folder, 'node_modules/@pimlico/alto/esm/cli/alto.js'),
      ...['--entrypoints', entryPoints.join(',')],
      ...['--executor-private-keys', executor.privateKey],
      ...['--utility-private-key', utility.privateKey],
      ...['--rpc-url', chain.url],
      ...['--port', String(port)],
      // anvil cannot trace as the rules of ERC-7562 need it: with them on, each operation is refused.
      ...['--safe-mode', 'false'],
      ...['--min-executor-balance', '0'],
      // For tests that hold operations back before they are bundled.
      ...['--enable-debug-endpoints', 'true'],
    ],
    env: { BUNDLER_HOST: host },
    logFile: join(dataFolder, 'alto.log'),
    grace: stopGrace,
    limit: startLimit,
    name: 'the bundler',
    signal,
    answers: () => answersAt(`http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${port}`),
  })
}

async function answersAt(url: string): Promise<boolean> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_supportedEntryPoints', params: [] }),
    signal: AbortSignal.timeout(2_000),
  })
  const { result } = (await answer.json()) as { result?: unknown }
  return Array.isArray(result) && entryPoints.every(entryPoint => result.includes(entryPoint))
}
