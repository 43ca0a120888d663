import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from './freePort.ts'
import { startServices } from './startServices.ts'

const chainId = 31_337

/** Blocks a second. */
export interface Indexing {
  /** Back-filled into the database. */
  readonly indexed: number
  /** Only read from the same node, with their receipts, by bare requests: before and after. */
  readonly read: readonly number[]
}

/** Blocks in one bare request, and requests at a time. */
const inBatch = 25
const atOnce = 4

/** Measures how quickly the indexer back-fills from a real development chain: a transfer in each third block. */
export async function indexChain(options: {
  readonly folder: string
  readonly transfers: number
  readonly empty: number
}): Promise<Indexing> {
  const chain = await startAnvil()
  try {
    for (let i = 0; i < options.transfers; i++) {
      await chain.call('eth_sendTransaction', [
        { from: chain.accounts[0], to: chain.accounts[1], value: '0x1' },
      ])
    }
    await chain.call('anvil_mine', [`0x${options.empty.toString(16)}`])
    const head = Number(await chain.call('eth_blockNumber', []))
    const before = await readBlocks(chain.url, head)
    const server = await startServices({
      DATA_FOLDER: options.folder,
      RPC_UPSTREAMS: JSON.stringify({ [`eip155:${chainId}`]: [chain.url] }),
      INDEX_START_BLOCKS: JSON.stringify({ [`eip155:${chainId}`]: 0 }),
    })
    let indexed = 0
    const started = performance.now()
    const db = new DatabaseSync(join(options.folder, 'latchkey.db'), { readOnly: true })
    const progress = db.prepare('SELECT next_block FROM index_chains WHERE chain_id = ?')
    try {
      while (Number(progress.get(chainId)?.next_block ?? 0) <= head) {
        if (performance.now() - started > 60_000)
          throw new Error('The indexer did not finish within a minute')
        await wait(20)
      }
      indexed = head / ((performance.now() - started) / 1_000)
    } finally {
      db.close()
      await server.close()
    }
    return { indexed, read: [before, await readBlocks(chain.url, head)] }
  } finally {
    await chain.close()
  }
}

/** Blocks a second that bare requests read, with their receipts, some at a time. */
async function readBlocks(url: string, head: number): Promise<number> {
  const started = performance.now()
  let next = 0
  const read = async () => {
    for (let from = next; from <= head; from = next) {
      next += inBatch
      const numbers = Array.from({ length: Math.min(inBatch, head + 1 - from) }, (_, at) => from + at)
      const calls = numbers.flatMap(number => {
        const block = `0x${number.toString(16)}`
        return [
          { jsonrpc: '2.0', id: 2 * number, method: 'eth_getBlockByNumber', params: [block, true] },
          { jsonrpc: '2.0', id: 2 * number + 1, method: 'eth_getBlockReceipts', params: [block] },
        ]
      })
      const headers = { 'content-type': 'application/json' }
      const answers: unknown = await (
        await fetch(url, { method: 'POST', headers, body: JSON.stringify(calls) })
      ).json()
      if (!Array.isArray(answers) || answers.length !== calls.length) throw new Error('Blocks are missing')
    }
  }
  await Promise.all(Array.from({ length: atOnce }, read))
  return head / ((performance.now() - started) / 1_000)
}

async function startAnvil() {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child = spawn(findAnvil(), ['--port', String(port), '--chain-id', String(chainId), '--silent'], {
    stdio: 'ignore',
  })
  const call = async (method: string, params: readonly unknown[]): Promise<unknown> => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    const { result, error } = (await response.json()) as { result?: unknown; error?: { message: string } }
    if (error !== undefined) throw new Error(`${method}: ${error.message}`)
    return result
  }
  const deadline = performance.now() + 15_000
  for (;;) {
    try {
      const accounts = (await call('eth_accounts', [])) as string[]
      return {
        url,
        call,
        accounts,
        async close() {
          const ended = new Promise(resolve => child.once('exit', resolve))
          child.kill('SIGKILL')
          await ended
        },
      }
    } catch (error) {
      if (performance.now() > deadline) {
        child.kill('SIGKILL')
        throw error
      }
      await wait(50)
    }
  }
}

/** The binary of anvil's npm package for this system. */
function findAnvil(): string {
  const name = {
    'linux-x64': 'linux-amd64',
    'linux-arm64': 'linux-arm64',
    'darwin-x64': 'darwin-amd64',
    'darwin-arm64': 'darwin-arm64',
  }[`${process.platform}-${process.arch}` as string]
  const require = createRequire(import.meta.url)
  const fromAnvil = createRequire(require.resolve('@foundry-rs/anvil/package.json'))
  return join(fromAnvil.resolve(`@foundry-rs/anvil-${name}/package.json`), '..', 'bin', 'anvil')
}
