/** The arithmetic of our quotes, and the local chains' own exchange, beside the published artefacts of Uniswap v2. */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { type Chain, deployContracts, devAccounts, devContracts, startChain } from '@latchkey/devstack'
import { type PoolSide, tradeIn, tradeOut } from '@latchkey/server'
import fc from 'fast-check'
import {
  type Address,
  createTestClient,
  encodeAbiParameters,
  encodeDeployData,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  http,
  keccak256,
  maxUint256,
  numberToHex,
  parseAbi,
  publicActions,
} from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { peerFolder } from './peerFolder.ts'

const abi = parseAbi([
  'function createPair(address tokenA, address tokenB) returns (address)',
  'function getPair(address tokenA, address tokenB) view returns (address)',
  'function getAmountsOut(uint256 amountIn, address[] path) view returns (uint256[])',
  'function getAmountsIn(uint256 amountOut, address[] path) view returns (uint256[])',
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline) returns (uint256[])',
  'function swapTokensForExactTokens(uint256 amountOut, uint256 amountInMax, address[] path, address to, uint256 deadline) returns (uint256[])',
])
const constructors = parseAbi(['constructor(address a, address b)']) satisfies readonly {
  type: 'constructor'
}[]

const { weth, usdc, dai, thin, spam } = devContracts
/** Each keeps its balances in its first storage slot. */
const tokens = [weth, usdc, dai, thin, spam]
const [{ address: trader }] = devAccounts as [(typeof devAccounts)[0]]
const receiver: Address = '0x00000000000000000000000000000000000a11ce'
const most = (1n << 112n) - 1n

interface Exchange {
  readonly name: string
  readonly factory: Address
  readonly router: Address
  /** Where a pool keeps both reserves, in one word. */
  readonly slot: number
  readonly pools: Map<string, Address>
}

/** A random path, what its pools hold in its direction, an amount to give, and one to get. */
interface Case {
  readonly path: readonly Address[]
  readonly pools: readonly PoolSide[]
  readonly input: bigint
  readonly output: bigint
}

const reserve = fc
  .integer({ min: 30, max: 109 })
  .chain(bits => fc.bigInt(1n << BigInt(bits - 1), (1n << BigInt(bits)) - 1n))
const cases: readonly Case[] = fc.sample(
  fc
    .record({
      path: fc.shuffledSubarray(tokens, { minLength: 2, maxLength: 4 }),
      reserves: fc.array(fc.tuple(reserve, reserve), { minLength: 3, maxLength: 3 }),
      give: fc.integer({ min: -1, max: 60 }),
      get: fc.integer({ min: -1, max: 60 }),
      odd: fc.bigInt(0n, 1_000n),
    })
    .map(({ path, reserves, give, get, odd }) => {
      const held = reserves.slice(0, path.length - 1)
      const [[first] = [0n], [, last] = [0n, 0n]] = [held[0], held.at(-1)]
      // From twice of what the pool holds down to a few units.
      const part = (amount: bigint, shift: number) => (amount * 2n) / (1n << BigInt(shift + 1)) + odd + 1n
      const pools = held.map(([reserveIn, reserveOut]) => ({ reserveIn, reserveOut, feeBps: 30 }))
      return { path, pools, input: part(first, give), output: part(last, get) }
    }),
  { numRuns: 500, seed: 31 },
)

let chain: Chain
let client: ReturnType<typeof openClient>
let exchanges: readonly Exchange[]

function openClient(url: string) {
  const transport = http(url, { batch: { batchSize: 500 } })
  return createTestClient({ mode: 'anvil', transport, cacheTime: 0, pollingInterval: 10 }).extend(
    publicActions,
  )
}

beforeAll(async () => {
  chain = await startChain({ chainId: 31337, port: 0 })
  await deployContracts(chain)
  client = openClient(chain.url)
  const factory = await deploy('v2-core', 'UniswapV2Factory', [trader, trader])
  const router = await deploy('v2-periphery', 'UniswapV2Router02', [factory, weth])
  exchanges = [
    { name: 'Uniswap v2', factory, router, slot: 8, pools: new Map() },
    {
      name: 'ours',
      factory: devContracts.swapFactory,
      router: devContracts.swapRouter,
      slot: 5,
      pools: new Map(),
    },
  ]
  for (const exchange of exchanges) {
    for (const token of tokens) {
      const args = [exchange.router, maxUint256] as const
      await send(token, encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args }))
      for (const other of tokens.slice(tokens.indexOf(token) + 1)) await openPool(exchange, token, other)
    }
  }
})
afterAll(() => chain?.stop())

/** Of the published packages; the factory takes one address, and leaves the second one unread. */
async function deploy(folder: string, name: string, args: readonly [Address, Address]): Promise<Address> {
  const load = createRequire(join(peerFolder('uniswap'), 'package.json'))
  const { bytecode } = load(`@uniswap/${folder}/build/${name}.json`) as { bytecode: string }
  const code = encodeDeployData({
    abi: constructors,
    bytecode: `0x${bytecode.replace(/^0x/, '')}`,
    args,
  })
  const { contractAddress } = await send(null, code)
  if (!contractAddress) throw new Error(`${name} was not deployed`)
  return contractAddress
}

async function send(to: Address | null, data: Hex) {
  const hash = await client.sendUnsignedTransaction({ from: trader, data, ...(to && { to }) })
  const receipt = await client.waitForTransactionReceipt({ checkReplacement: false, hash })
  expect(receipt.status).toBe('success')
  return receipt
}

async function openPool({ factory, pools }: Exchange, a: Address, b: Address): Promise<void> {
  const find = () => client.readContract({ address: factory, abi, functionName: 'getPair', args: [a, b] })
  if (BigInt(await find()) === 0n)
    await send(factory, encodeFunctionData({ abi, functionName: 'createPair', args: [a, b] }))
  const pool = await find()
  pools.set(`${a}${b}`, pool)
  pools.set(`${b}${a}`, pool)
}

/** The words of a case's pools in storage: [contract, slot, word]. */
function reservesOf(exchange: Exchange, { path, pools }: Case): [Address, Hex, Hex][] {
  return pools.map(({ reserveIn, reserveOut }, index) => {
    const [from, to] = [path[index] as Address, path[index + 1] as Address]
    const [held0, held1] = BigInt(from) < BigInt(to) ? [reserveIn, reserveOut] : [reserveOut, reserveIn]
    const pool = exchange.pools.get(`${from}${to}`) as Address
    return [pool, word(BigInt(exchange.slot)), word((held1 << 112n) | held0)]
  })
}

const word = (value: bigint): Hex => numberToHex(value, { size: 32 })
const balanceSlot = (owner: Address): Hex =>
  keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [owner, 0n]))
const balance = (token: Address, owner: Address) =>
  client.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [owner] })

/** What a router quotes where the pools hold what the case says; undefined where it reverts. */
async function quote(exchange: Exchange, each: Case, exact: 'in' | 'out') {
  const overrides = reservesOf(exchange, each).map(([address, slot, value]) => ({
    address,
    stateDiff: [{ slot, value }],
  }))
  return client
    .readContract({
      address: exchange.router,
      abi,
      functionName: exact === 'in' ? 'getAmountsOut' : 'getAmountsIn',
      args: [exact === 'in' ? each.input : each.output, each.path],
      stateOverride: overrides,
    })
    .catch(() => undefined)
}

/** Lets the pools hold what the case says, and swaps. @returns what was taken and what was received. */
async function swap(exchange: Exchange, each: Case, exact: 'in' | 'out') {
  const { path, pools, input, output } = each
  const [from, to] = [path[0] as Address, path.at(-1) as Address]
  const words = reservesOf(exchange, each)
  const balances = pools.flatMap(({ reserveIn, reserveOut }, index): [Address, Hex, Hex][] => {
    const slot = balanceSlot(words[index]?.[0] as Address)
    return [
      [path[index] as Address, slot, word(reserveIn)],
      [path[index + 1] as Address, slot, word(reserveOut)],
    ]
  })
  const own: [Address, Hex, Hex] = [from, balanceSlot(trader), word(most)]
  const none: [Address, Hex, Hex] = [to, balanceSlot(receiver), word(0n)]
  await Promise.all(
    [...words, ...balances, own, none].map(([address, index, value]) =>
      client.setStorageAt({ address, index, value }),
    ),
  )
  const deadline = maxUint256
  const data =
    exact === 'in'
      ? encodeFunctionData({
          abi,
          functionName: 'swapExactTokensForTokens',
          args: [input, 0n, path, receiver, deadline],
        })
      : encodeFunctionData({
          abi,
          functionName: 'swapTokensForExactTokens',
          args: [output, maxUint256, path, receiver, deadline],
        })
  await send(exchange.router, data)
  return { taken: most - (await balance(from, trader)), received: await balance(to, receiver) }
}

/** Ours, as far as a router would go on: it refuses to pay nothing into a further pool. */
function expected({ pools, input, output }: Case, exact: 'in' | 'out'): readonly bigint[] | undefined {
  if (exact === 'out') return tradeOut(pools, output)
  const amounts = tradeIn(pools, input)
  return amounts?.slice(0, -1).includes(0n) ? undefined : amounts
}

/** Whether a quoted amount is more than a pool can count, so that no swap can follow the quote. */
const isTooMuch = ({ pools }: Case, amounts: readonly bigint[]) =>
  pools.some(({ reserveIn }, index) => reserveIn + (amounts[index] ?? 0n) > most)

test.each(['in', 'out'] as const)(
  '500 quotes of random paths and reserves are equal to the unit, exact %s',
  async exact => {
    for (const exchange of exchanges) {
      const quotes = await Promise.all(cases.map(each => quote(exchange, each, exact)))
      let quoted = 0
      for (const [index, each] of cases.entries()) {
        const [theirs, ours] = [quotes[index], expected(each, exact)]
        const where = `${exchange.name}, case ${index}`
        if (theirs && isTooMuch(each, theirs)) expect(ours, where).toBeUndefined()
        else expect(ours, where).toEqual(theirs)
        if (ours) quoted += 1
      }
      expect(quoted).toBeGreaterThan(300)
    }
  },
)

test.each(['in', 'out'] as const)(
  '100 swaps take and pay what was quoted, to the unit, exact %s',
  async exact => {
    const paying = cases.filter(each => (expected(each, exact)?.at(-1) ?? 0n) > 0n).slice(0, 100)
    expect(paying).toHaveLength(100)
    for (const exchange of exchanges) {
      for (const each of paying) {
        const amounts = expected(each, exact)
        expect(await swap(exchange, each, exact), exchange.name).toEqual({
          taken: amounts?.[0],
          received: amounts?.at(-1),
        })
      }
    }
  },
)
