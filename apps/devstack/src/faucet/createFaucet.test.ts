import { erc20Abi, parseEther, parseUnits } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Chain, startChain } from '../chains/startChain.ts'
import { devContracts } from '../contracts/contractPlan.ts'
import { type ChainClient, createChainClient } from '../contracts/createChainClient.ts'
import { deployContracts } from '../contracts/deployContracts.ts'
import { createFaucet } from './createFaucet.ts'
import { createPayer } from './createPayer.ts'

let chain: Chain
let client: ChainClient
let faucet: ReturnType<typeof createFaucet>
const lines: string[] = []

beforeAll(async () => {
  chain = await startChain({ chainId: 31337, port: 0 })
  await deployContracts(chain)
  client = createChainClient(chain)
  faucet = createFaucet({ payers: [createPayer(chain)], now: () => 0, log: line => lines.push(line) })
})
afterAll(() => chain.stop())

const stranger = () => privateKeyToAddress(generatePrivateKey())
const ask = (body: unknown, headers: Record<string, string> = {}) =>
  faucet.request('/faucet', {
    method: 'POST',
    headers: { host: 'localhost:4406', 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
const held = (token: 'usdc' | 'dai' | 'weth', owner: `0x${string}`) =>
  client.readContract({
    address: devContracts[token],
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [owner],
  })

test('pays the native currency and every token, and answers once they are there', async () => {
  const address = stranger()
  const answer = await ask({ chainId: 31337, address })
  expect(answer.status).toBe(200)
  const hash = expect.stringMatching(/^0x[0-9a-f]{64}$/)
  expect(await answer.json()).toEqual({
    chainId: 31337,
    address,
    payments: [
      { asset: 'ETH', amount: '10', hash },
      { asset: 'USDC', amount: '1000', hash },
      { asset: 'DAI', amount: '1000', hash },
      { asset: 'WETH', amount: '1', hash },
    ],
  })
  expect(await client.getBalance({ address })).toBe(parseEther('10'))
  expect(await held('usdc', address)).toBe(parseUnits('1000', 6))
  expect(await held('dai', address)).toBe(parseUnits('1000', 18))
  expect(await held('weth', address)).toBe(parseEther('1'))
})

test('many at once share one account without losing a payment', async () => {
  const addresses = Array.from({ length: 8 }, stranger)
  const answers = await Promise.all(
    addresses.map(address => ask({ chainId: 31337, address, tokens: ['USDC'] })),
  )
  expect(answers.map(answer => answer.status)).toEqual(addresses.map(() => 200))
  for (const address of addresses) expect(await held('usdc', address)).toBe(parseUnits('1000', 6))
})

test('an address that comes too often is asked to wait', async () => {
  const address = stranger()
  const statuses: number[] = []
  for (let visit = 0; visit < 6; visit++) {
    // The limit does not care how an address is spelt.
    const spelt = visit % 2 === 0 ? address : address.toLowerCase()
    const answer = await ask({ chainId: 31337, address: spelt, tokens: [] })
    statuses.push(answer.status)
    if (answer.status === 429) expect(answer.headers.get('retry-after')).toBe('60')
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
})

test('a contract that takes no ether is an answer, not a crash; the next visitor is served', async () => {
  const answer = await ask({ chainId: 31337, address: devContracts.dai })
  expect(answer.status).toBe(502)
  expect(await answer.json()).toMatchObject({ code: 'refused' })
  expect(lines.at(-1)).toMatch(/^faucet: /)
  expect((await ask({ chainId: 31337, address: stranger(), tokens: [] })).status).toBe(200)
})

test.each([
  ['not json', {}, 400],
  [{ chainId: 1, address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' }, {}, 400],
  [' '.repeat(2_000), {}, 413],
  [{}, { 'content-type': 'text/plain' }, 415],
  [{}, { host: 'rebound.example' }, 403],
])('%j with %j is refused with its reason', async (body, headers, status) => {
  const answer = await ask(body, headers)
  expect(answer.status).toBe(status)
  expect((await answer.text()).length).toBeGreaterThan(0)
})

test.each([
  ['http://localhost:4400', 'http://localhost:4400'],
  ['http://evil.example', null],
])('a page of %s may read the answer: %s', async (origin, allowed) => {
  const answer = await faucet.request('/faucet', {
    method: 'OPTIONS',
    headers: { host: 'localhost:4406', origin, 'access-control-request-method': 'POST' },
  })
  expect(answer.headers.get('access-control-allow-origin')).toBe(allowed)
})
