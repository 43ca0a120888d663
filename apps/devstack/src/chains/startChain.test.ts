import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { parseEther } from 'viem'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { devContracts } from '../contracts/contractPlan.ts'
import { createChainClient } from '../contracts/createChainClient.ts'
import { deployContracts } from '../contracts/deployContracts.ts'
import { devAccounts, operator } from './devAccounts.ts'
import { type Chain, type ChainOptions, startChain } from './startChain.ts'

const poor = '0x00000000000000000000000000000000000a11ce'

let folder: string
let chains: Chain[]
let parents: ChildProcess[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-chain-'))
  chains = []
  parents = []
})
afterEach(async () => {
  for (const parent of parents) parent.kill('SIGKILL')
  await Promise.all(chains.map(chain => chain.stop()))
  rmSync(folder, { recursive: true, force: true })
})

async function start(options: Partial<ChainOptions> = {}): Promise<Chain> {
  const chain = await startChain({ chainId: 31337, port: 0, dataFolder: folder, ...options })
  chains.push(chain)
  return chain
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

async function send(chain: Pick<Chain, 'chainId' | 'url'>, value: bigint): Promise<void> {
  const client = createChainClient(chain)
  const hash = await client.sendTransaction({ to: poor, value })
  await client.waitForTransactionReceipt({ checkReplacement: false, hash })
}

const balanceOnRestart = async (options: Partial<ChainOptions> = {}): Promise<bigint> =>
  createChainClient(await start(options)).getBalance({ address: poor })

test('a start that is called off while the chain reads its state leaves no node, and the state as it was', async () => {
  const chain = await start()
  await send(chain, parseEther('1'))
  await chain.stop()
  const callOff = new AbortController()
  const starting = start({ signal: callOff.signal })
  callOff.abort(new Error('called off'))
  await expect(starting).rejects.toThrow('called off')
  expect(await balanceOnRestart()).toBe(parseEther('1'))
})

test('a stopped chain comes back with its balances, blocks and contracts; fresh begins anew', async () => {
  const chain = await start()
  await deployContracts(chain)
  await send(chain, parseEther('1'))
  const height = await createChainClient(chain).getBlockNumber()
  await chain.stop()
  expect(isRunning(chain.pid)).toBe(false)

  const again = await start()
  const client = createChainClient(again)
  expect(await client.getBalance({ address: poor })).toBe(parseEther('1'))
  expect(await client.getBlockNumber()).toBe(height)
  expect(await deployContracts(again)).toEqual([])
  expect(await client.getCode({ address: devContracts.multicall3 })).toBeDefined()
  await send(again, parseEther('1'))
  await again.stop()
  expect(await balanceOnRestart({ fresh: true })).toBe(0n)
})

test('the accounts are unlocked: the node signs for each of them', async () => {
  const chain = await start()
  const client = createChainClient(chain)
  expect(await client.request({ method: 'eth_accounts' })).toEqual(
    devAccounts.map(({ address }) => address.toLowerCase()),
  )
})

test('with a block time, blocks come by themselves', async () => {
  const chain = await start({ blockTime: 1 })
  const client = createChainClient(chain)
  // Holds the blocks up while it lasts, and not longer.
  await deployContracts(chain)
  const before = await client.getBlockNumber()
  await vi.waitUntil(async () => (await client.getBlockNumber()) > before, { timeout: 4_000, interval: 100 })
})

test('pages of any origin may call a chain', async () => {
  const chain = await start()
  const answer = await fetch(chain.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: 'http://shop.example' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] }),
  })
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
})

test('a busy port is one line that names the port, and nothing is started', async () => {
  const stranger = createServer().listen(0, '127.0.0.1')
  await once(stranger, 'listening')
  const address = stranger.address()
  const port = typeof address === 'object' && address ? address.port : 0
  await expect(start({ port })).rejects.toThrow(
    `Port ${port} is in use; chain 31337 needs it. Free it or choose another --port.`,
  )
  stranger.close()
})

test('D10: a parent that is killed without a word leaves no chain behind, and the state is saved', async () => {
  const fixture = fileURLToPath(new URL('./startChain.fixture.ts', import.meta.url))
  const parent = spawn(process.execPath, [fixture, folder], { stdio: ['ignore', 'pipe', 'ignore'] })
  parents.push(parent)
  const [line] = await once(createInterface(parent.stdout), 'line')
  const { pid, port } = JSON.parse(String(line))
  await send({ chainId: 31337, url: `http://127.0.0.1:${port}` }, parseEther('3'))
  expect(isRunning(pid)).toBe(true)
  parent.kill('SIGKILL')
  await vi.waitUntil(() => !isRunning(pid), { timeout: 10_000, interval: 20 })
  expect(await balanceOnRestart()).toBe(parseEther('3'))
})

test('a chain that is killed says so', async () => {
  const chain = await start()
  process.kill(chain.pid, 'SIGKILL')
  expect(await chain.exited).toBe('signal SIGKILL')
})

test('the operator is the last account', () => {
  expect(operator).toBe(devAccounts[9])
})
