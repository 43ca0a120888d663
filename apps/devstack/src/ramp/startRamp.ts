import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sourceCondition } from '../../../../scripts/sourceCondition.ts'
import { devContracts } from '../contracts/contractPlan.ts'
import { spawnAnswering } from '../guard/spawnAnswering.ts'
import { rampAccount } from './rampAccount.ts'
import { type RampChain, type RampConfig, type RampWaits, rampWaits } from './rampConfig.ts'

/** The key of the ramp's API. */
export const rampApiKey = 'dev-ramp-key'

/** Milliseconds in which the process must answer, and in which it may end. */
const startLimit = 30_000
const stopGrace = 3_000

/** A running ramp, in a process of its own. */
export interface Ramp {
  readonly port: number
  readonly url: string
  readonly pid: number
  /** Settles when the process has ended, wanted or not; says how. */
  readonly exited: Promise<string>
  close(): Promise<void>
}

/**
 * Starts the ramp and waits until it answers. What it has promised survives in the folder: a start after a kill ends what was begun.
 * @throws Error with one line.
 */
export async function startRamp(options: {
  /** A free one. */
  port: number
  host: string
  dataFolder: string
  fresh?: boolean | undefined
  chains: readonly RampChain[]
  /** Where events go; without it they go nowhere. */
  webhookUrl?: string | undefined
  webhookSecret: string
  waits?: Partial<RampWaits> | undefined
  signal?: AbortSignal | undefined
}): Promise<Ramp> {
  const { port, host, dataFolder, fresh = false, chains, webhookUrl, webhookSecret, signal } = options
  if (fresh) rmSync(dataFolder, { recursive: true, force: true })
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
  const { weth, usdc, dai, swapRouter } = devContracts
  const config: RampConfig = {
    port,
    host,
    dataFolder,
    apiKey: rampApiKey,
    webhookUrl,
    webhookSecret,
    chains: chains.map(({ chainId, name, url }) => ({ chainId, name, url })),
    contracts: { weth, usdc, dai, swapRouter },
    privateKey: rampAccount.privateKey,
    waits: { ...rampWaits, ...options.waits },
  }
  const file = join(dataFolder, 'ramp.json')
  writeFileSync(file, JSON.stringify(config), { mode: 0o600 })
  const own = `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${port}`
  const program = await spawnAnswering({
    command: process.execPath,
    args: [`--conditions=${sourceCondition}`, join(import.meta.dirname, 'main.ts'), file],
    logFile: join(dataFolder, 'ramp.log'),
    grace: stopGrace,
    limit: startLimit,
    name: 'the ramp',
    signal,
    answers: async () => (await fetch(`${own}/health`, { signal: AbortSignal.timeout(2_000) })).ok,
  })
  return {
    port,
    url: `http://localhost:${port}`,
    pid: program.pid,
    exited: program.exited,
    close: () => program.stop(),
  }
}
