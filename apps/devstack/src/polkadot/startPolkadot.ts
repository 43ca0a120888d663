import { execFile } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { RunningDemandChain, StartDemandOptions } from '../demand/demandChain.ts'
import { installDemand } from '../demand/installDemand.ts'
import { spawnAnswering } from '../guard/spawnAnswering.ts'
import { probePort } from '../ports/probePort.ts'
import { devPolkadotAccounts, devPolkadotBalance } from './devPolkadotAccounts.ts'

const run = promisify(execFile)
/** Milliseconds in which the chain must answer; it takes about twelve seconds on an idle machine. */
const startLimit = 120_000
/** Milliseconds before it is killed; it keeps nothing that could be lost. */
const stopGrace = 2_000

/** Writes the one specification of the package that has a whole genesis; it is not ours, so that it is read in a process of its own. */
const convert = `
  import { writeFileSync } from 'node:fs'
  import { chainSpec } from '@substrate/connect-known-chains/rococo_v2_2_asset_hub'
  writeFileSync(process.argv[1], chainSpec)
`

/**
 * Starts Fir, the local Polkadot chain: the real runtime of an Asset Hub in the ecosystem's own fork tool, without network. A block follows
 * each transaction. The accounts of the simulated wallet are funded; nothing outlives the process.
 * @throws ChainUnavailable when its packages are not to be had; Error with one line when it does not start.
 */
export async function startPolkadot(options: StartDemandOptions): Promise<RunningDemandChain> {
  const { port, host = '127.0.0.1', dataFolder, signal } = options
  const packages = await installDemand('polkadot', signal)
  rmSync(dataFolder, { recursive: true, force: true })
  mkdirSync(dataFolder, { recursive: true })
  const spec = join(dataFolder, 'spec.json')
  await run(process.execPath, ['--input-type=module', '-e', convert, spec], {
    cwd: packages,
    ...(signal && { signal }),
  })
  const config = join(dataFolder, 'chain.yml')
  const given = await probePort(port, host)
  // JSON is YAML.
  writeFileSync(config, JSON.stringify(configOf(spec, given, host)))
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'system_chain', params: [] })
  const headers = { 'content-type': 'application/json' }
  const program = await spawnAnswering({
    command: process.execPath,
    args: [join(packages, 'node_modules/@acala-network/chopsticks/chopsticks.cjs'), `--config=${config}`],
    logFile: join(dataFolder, 'chain.log'),
    grace: stopGrace,
    limit: startLimit,
    name: 'the chain',
    signal,
    answers: async () => (await fetch(`http://${host}:${given}`, { method: 'POST', headers, body })).ok,
  })
  return { port: given, exited: program.exited, stop: () => program.stop() }
}

function configOf(spec: string, port: number, host: string): object {
  const data = { free: String(devPolkadotBalance) }
  return {
    'chain-spec': spec,
    port,
    host,
    'build-block-mode': 'Instant',
    'import-storage': {
      System: { Account: devPolkadotAccounts.map(({ address }) => [[address], { providers: 1, data }]) },
    },
  }
}
