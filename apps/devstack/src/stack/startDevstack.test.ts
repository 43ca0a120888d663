import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toNetwork } from 'latchkey/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { assertPortsFree } from '../ports/assertPortsFree.ts'
import { accountOfName } from '../solana/devSolanaAccounts.ts'
import { devChains } from './locateDevstack.ts'
import { devParts, planPorts, wantedPorts } from './ports.ts'
import { type Devstack, startDevstack } from './startDevstack.ts'

let folder: string
let stacks: Devstack[]
let commands: ChildProcess[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-stack-'))
  stacks = []
  commands = []
})
afterEach(async () => {
  for (const command of commands) command.kill('SIGKILL')
  await Promise.all(stacks.map(stack => stack.stop()))
  rmSync(folder, { recursive: true, force: true })
})

const condition = '--conditions=@latchkey/source'
const main = join(import.meta.dirname, '..', 'main.ts')

/** Runs the command and collects what it says. */
function run(...args: string[]) {
  const command = spawn(process.execPath, [condition, main, ...args], { stdio: 'pipe' })
  commands.push(command)
  const said = { out: '', err: '' }
  command.stdout.on('data', text => {
    said.out += text
  })
  command.stderr.on('data', text => {
    said.err += text
  })
  const ended = once(command, 'close').then(([code]) => ({ code, ...said }))
  return { command, said, ended }
}

/** A first port whose whole range is free, below the ports that systems hand out by themselves. */
async function freeRange(): Promise<number> {
  const first = 20_000 + Math.floor(Math.random() * 12_000)
  try {
    await assertPortsFree(wantedPorts(planPorts(first), devParts), '127.0.0.1')
    return first
  } catch {
    return freeRange()
  }
}

async function call(url: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
}

test('chains, services and faucet work together on free ports, until a chain dies', async () => {
  const stack = await startDevstack({ port: 0, automine: true, data: folder, parts: ['services', 'faucet'] })
  stacks.push(stack)
  expect(await Promise.race([stack.failed, Promise.resolve('running')])).toBe('running')
  expect(stack.url).toBeUndefined()
  const { chains, services, faucet, projectId } = stack.description
  expect(chains.map(chain => chain.name)).toEqual(['Alder', 'Birch', 'Cedar Testnet'])

  const address = '0x00000000000000000000000000000000000b0b00'
  const paid = await call(faucet, { chainId: 31338, address, tokens: ['USDC'] })
  expect(paid.status).toBe(200)

  const balance = { jsonrpc: '2.0', id: 1, method: 'eth_getBalance', params: [address, 'latest'] }
  const proxy = `${services}/v1?chainId=eip155:31338&projectId=${projectId}&st=test&sv=0`
  const proxied = await call(proxy, balance, { origin: 'http://localhost:4400' })
  expect(await proxied.json()).toMatchObject({ id: 1, result: '0x8ac7230489e80000' })

  // The payment is in the history before a visitor looks for it.
  const history = `${services}/v1/account/${address}/history?chainId=eip155:31338&projectId=${projectId}`
  await vi.waitUntil(
    async () => {
      const { data } = (await (await fetch(history)).json()) as { data: { transfers: unknown[] }[] }
      return data.flatMap(({ transfers }) => transfers).length === 2
    },
    { interval: 50 },
  )

  for (const chain of chains) {
    const asked = { ...balance, method: 'eth_chainId', params: [] }
    const answer = await call(chain.rpcUrls.default.http[0] ?? '', asked)
    expect(await answer.json()).toMatchObject({ result: `0x${Number(chain.id).toString(16)}` })
  }

  await checkDogwood(stack.description)

  // Two stacks do not share one data folder, and the first is none the worse for it.
  await expect(startDevstack({ port: 0, data: folder, parts: [] })).rejects.toThrow(/is in use by process/)
  expect(await Promise.race([stack.failed, Promise.resolve('running')])).toBe('running')

  await stack.stop()
  expect(await stack.failed).toMatch(/^Chain 3133\d ended with /)
})

test('the services ask the ramp, which ends with the stack', async () => {
  const stack = await startDevstack({ port: 0, automine: true, data: folder, parts: ['services', 'ramp'] })
  stacks.push(stack)
  const { ramp, services, projectId } = stack.description
  const asked = `${services}/v1/onramp/options?projectId=${projectId}&st=test&sv=0`
  const options = await fetch(asked, { headers: { origin: 'http://localhost:4400' } })
  const { purchaseCurrencies } = (await options.json()) as {
    purchaseCurrencies: { symbol: string; networks: { chain_id: string }[] }[]
  }
  const usdc = purchaseCurrencies.find(({ symbol }) => symbol === 'USDC')
  expect(usdc?.networks.map(network => network.chain_id)).toEqual(['eip155:31337', 'eip155:31338'])
  await stack.stop()
  await expect(fetch(`${ramp}/health`)).rejects.toThrow()
  expect(await stack.failed).toMatch(/^The ramp ended with /)
})

/** Dogwood answers by itself and through the services, and the faucet pays there too. */
async function checkDogwood({ solana, services, faucet, projectId }: Devstack['description']): Promise<void> {
  const { network, tokens } = solana
  const address = accountOfName('a new visitor').address
  const paid = await call(faucet, { chainId: network.caipNetworkId, address, tokens: ['USDC'] })
  expect(await paid.json()).toMatchObject({ payments: [{ asset: 'SOL', amount: '10' }, { asset: 'USDC' }] })
  const balance = { jsonrpc: '2.0', id: 1, method: 'getBalance', params: [address] }
  const proxy = `${services}/v1?chainId=${network.caipNetworkId}&projectId=${projectId}&st=test&sv=0`
  for (const url of [network.rpcUrls.default.http[0] ?? '', proxy]) {
    const answer = await call(url, balance, { origin: 'http://localhost:4400' })
    expect(await answer.json()).toMatchObject({ id: 1, result: { value: 10_000_000_000 } })
  }
  const listed = `${services}/v1/account/${address}/balance?chainId=${network.caipNetworkId}&projectId=${projectId}&currency=usd`
  const { balances } = (await (await fetch(listed)).json()) as { balances: unknown[] }
  expect(balances).toMatchObject([
    { symbol: 'SOL', price: 150, quantity: { numeric: '10' } },
    { symbol: 'USDC', address: expect.stringContaining(tokens.usdc.address), price: 1 },
  ])
}

test('a start that is called off ends what had started', async () => {
  const start = new AbortController()
  const starting = startDevstack({
    port: 0,
    data: folder,
    signal: start.signal,
    log: line => line.startsWith('Deployed') && start.abort(),
  })
  await expect(starting).rejects.toThrow(/abort/)
  expect(existsSync(join(folder, 'lock'))).toBe(false)
  expect(existsSync(join(folder, 'chains', '31337', 'live.json'))).toBe(true)
})

test('networks are what the widget’s contract takes, and have SPEC §3’s fields', () => {
  for (const network of devChains({ port: 5000 }).networks) {
    expect(toNetwork(network)).toEqual(network)
    expect(network.rpcUrls.chainDefault).toEqual(network.rpcUrls.default)
  }
})

test.each([
  ['SIGINT', 'once all runs', 'Ctrl-C ends everything'],
  ['SIGTERM', 'while the services start', 'Starting the services…'],
  ['SIGHUP', 'while the chains start', 'Starting the chains…'],
] as const)('%s %s ends the command with code 0 and frees every port', async (signal, _when, line) => {
  const first = await freeRange()
  const { command, said, ended } = run(
    '--port',
    String(first),
    '--data',
    folder,
    '--no-playground',
    '--no-bundler',
    '--automine',
  )
  await vi.waitUntil(() => said.out.includes(line), { timeout: 30_000, interval: 20 })
  command.kill(signal)
  expect(await ended).toMatchObject({ code: 0, err: '' })
  await assertPortsFree(wantedPorts(planPorts(first), devParts), '127.0.0.1')
  expect(readdirSync(folder)).not.toContain('lock')
  if (signal !== 'SIGINT') return
  expect(said.out).toContain(`Services               http://localhost:${first + 1}`)
  expect(said.out).toContain(`Inbox                  http://localhost:${first + 4}`)
  expect(said.out).toContain(`Cedar Testnet (31339)  http://localhost:${first + 12}`)
})

test('a busy port is one line that names the port and what wanted it; nothing was started', async () => {
  const first = await freeRange()
  const stranger = createServer().listen(first + 11, '127.0.0.1')
  await once(stranger, 'listening')
  const data = join(folder, 'data')
  const { ended } = run('--port', String(first), '--data', data)
  expect(await ended).toEqual({
    code: 1,
    out: '',
    err: `Port ${first + 11} is in use; the chain Birch needs it. Free it or choose another --port.\n`,
  })
  expect(existsSync(data)).toBe(false)
  stranger.close()
})

test.each([
  [['--frsh'], 'Unknown option --frsh; --help lists them all.\n'],
  [['--data', '/dev/null'], 'The data folder /dev/null is not a folder.\n'],
])('%j is refused in one line with code 1', async (args, err) => {
  expect(await run('--port', String(await freeRange()), ...args).ended).toEqual({ code: 1, out: '', err })
})

test('--help says what there is', async () => {
  const { code, out } = await run('--help').ended
  expect(code).toBe(0)
  expect(out).toContain('--fresh')
})
