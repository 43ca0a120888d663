import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { spawnAnswering } from '../../guard/spawnAnswering.ts'
import { probePort } from '../../ports/probePort.ts'
import { type CallNode, createCallNode } from './callNode.ts'
import type { Bitcoind } from './findBitcoind.ts'

/** Milliseconds in which the node must answer; it takes about three seconds. */
const startLimit = 60_000
/** Milliseconds in which it may write its state before it is killed. */
const stopGrace = 30_000

/** The wallet of the dev stack, which gets what is mined. */
export const walletName = 'devstack'

/** A running node. */
export interface BitcoinNode {
  /** Calls of the node, and of its wallet once there is one. */
  readonly call: CallNode
  readonly exited: Promise<string>
  stop(): Promise<void>
}

/**
 * Starts a node of regtest, alone: it listens for no peers, and its JSON-RPC is on a free port of this machine, behind a cookie.
 * @throws Error with one line when it does not answer.
 */
export async function startNode(options: {
  readonly program: Bitcoind
  readonly folder: string
  readonly fresh: boolean
  readonly signal?: AbortSignal | undefined
}): Promise<BitcoinNode> {
  const { program, folder, fresh, signal } = options
  if (fresh) rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const port = await probePort(0, '127.0.0.1')
  const logFile = join(folder, 'bitcoind.log')
  const credentials = (): string => readFileSync(join(folder, 'regtest', '.cookie'), 'utf8')
  const ask = createCallNode({ port, credentials })
  const guarded = await spawnAnswering({
    command: program.command,
    args: [...program.args, ...nodeArguments(folder, port)],
    logFile,
    grace: stopGrace,
    limit: startLimit,
    name: 'the node',
    signal,
    answers: async () => (await ask('getblockchaininfo')) !== undefined,
  })
  return {
    call: createCallNode({ port, credentials, wallet: walletName }),
    exited: guarded.exited,
    stop: () => guarded.stop(),
  }
}

function nodeArguments(folder: string, port: number): string[] {
  // An empty configuration, so that none of the machine's own is read.
  return [
    `-datadir=${folder}`,
    '-conf=/dev/null',
    '-regtest',
    '-server',
    '-txindex',
    '-fallbackfee=0.0001',
    '-listen=0',
    '-listenonion=0',
    '-dnsseed=0',
    '-printtoconsole=0',
    '-shrinkdebugfile',
    `-rpcport=${port}`,
    '-rpcbind=127.0.0.1',
    '-rpcallowip=127.0.0.1',
  ]
}
