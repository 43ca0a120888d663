import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import type { FrameSite } from 'latchkey/services'
import {
  type Abi,
  concatHex,
  encodeFunctionData,
  getAddress,
  type Hex,
  maxUint256,
  pad,
  parseAbi,
  parseEther,
  toHex,
} from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  startTestChain,
  type TestChain,
} from '../../../../packages/latchkey/src/chains/conformance/startTestChain.ts'
import type { ApprovalProgress } from '../provider/approval.ts'
import { createNodes } from '../provider/nodes.ts'
import { prepareApproval } from '../provider/prepareApproval.ts'
import { readRequest } from '../provider/readRequest.ts'
import { composeApproval } from './composeApproval.ts'
import type { KnownContracts } from './effects/knownContracts.ts'

const artifacts = new URL('../../../devstack/contracts/artifacts/', import.meta.url)
const abi = parseAbi([
  'function deposit() payable',
  'function withdraw(uint256)',
  'function transfer(address,uint256)',
  'function transferFrom(address,address,uint256)',
  'function approve(address,uint256)',
  'function increaseAllowance(address,uint256)',
  'function multicall(bytes[])',
  'function aggregate3Value((address,bool,uint256,bytes)[])',
  'function execute(bytes,bytes[],uint256)',
  'function execute((address,uint256,bytes)[])',
  'function exactInputSingle((address,address,uint24,address,uint256,uint256,uint160))',
  'function swapExactETHForTokens(uint256,address[],address,uint256) payable',
  'function swapExactTokensForTokens(uint256,uint256,address[],address,uint256)',
  'function addLiquidityETH(address,uint256,uint256,uint256,address,uint256) payable',
  'function addLiquidity(address,address,uint256,uint256,uint256,uint256,address,uint256)',
  'function balanceOf(address) view returns (uint256)',
])
const encode = (functionName: string, args: readonly unknown[] = []) =>
  encodeFunctionData({ abi, functionName, args } as never)
const ether = parseEther('1')
const thousand = 1_000_000_000n
/** Of the year 2255. */
const late = 9_000_000_000n
const unexplained = 'This wallet can’t explain what this does.'

/** Answers every call with what it holds of the network's currency: what it took. */
const ownBalance = '0x4760005260206000f3'

let chain: TestChain
let account: Hex
let weth: Hex
/** On the list. */
let dollar: Hex
/** Made a minute ago. */
let scam: Hex
let router: Hex
let known: KnownContracts
/** What the operator's list says of both tokens. */
let listed: NonNullable<FrameSite['contracts']>
/** Where hostile code is put. */
const suspect = getAddress(`0x${'5c'.repeat(20)}`)

beforeAll(async () => {
  chain = await startTestChain({ chainId: 7_124 })
  account = chain.wallet.account.address
  dollar = chain.token
  weth = await make('WETH9')
  scam = await make('DevToken', ['USD Coin', 'USDC', 6, account, [account], thousand])
  const factory = await make('DevSwapFactory')
  router = await make('DevSwapRouter', [factory, weth])
  known = {
    wrapped: weth.toLowerCase(),
    routers: new Map([[router.toLowerCase(), 'v2']]),
    tokens: new Set([weth.toLowerCase(), dollar.toLowerCase()]),
  }
  listed = {
    'eip155:7124': {
      tokens: [weth, dollar],
      words: [
        ['WETH', 18],
        ['TUSD', 6],
      ],
    },
  }
  await send(weth, encode('deposit'), 10n * ether)
  for (const token of [dollar, scam]) {
    await send(token, encode('approve', [router, maxUint256]))
    await send(router, encode('addLiquidityETH', [token, 100_000n, 0n, 0n, account, late]), ether)
  }
})
afterAll(() => chain?.node.stop())

async function make(name: string, args: readonly unknown[] = []): Promise<Hex> {
  const made = JSON.parse(readFileSync(new URL(`${name}.json`, artifacts), 'utf8')) as {
    readonly abi: Abi
    readonly bytecode: Hex
  }
  const hash = await chain.wallet.deployContract({ ...made, args, chain: null } as never)
  const { contractAddress } = await chain.client.waitForTransactionReceipt({ checkReplacement: false, hash })
  if (!contractAddress) throw new Error('not made')
  return getAddress(contractAddress)
}

async function send(to: Hex, data: Hex, value = 0n) {
  const hash = await chain.wallet.sendTransaction({ to, data, value, gas: 5_000_000n, chain: null })
  return chain.client.waitForTransactionReceipt({ checkReplacement: false, hash })
}

/** What the visitor sees of a call once the nodes have said all. */
async function show(to: Hex, data: Hex, value = 0n) {
  return showRequest('eth_sendTransaction', [{ to, data, value: toHex(value) }])
}

async function showBatch(...calls: readonly (readonly [to: Hex, data: Hex])[]) {
  const asked = { version: '2.0.0', chainId: toHex(7_124), calls: calls.map(([to, data]) => ({ to, data })) }
  return showRequest('wallet_sendCalls', [asked])
}

async function showRequest(method: string, params: readonly object[]) {
  const asking = { host: 'https://shop.example', chainId: 'eip155:7124', account } as const
  const { request } = readRequest(method, params, asking, known)
  let progress: ApprovalProgress = { at: 'asking', tokens: {}, known: [], sent: 0 }
  const store = {
    read: async () => undefined,
    write: async () => true,
    remove: async () => {},
    clear: async () => {},
  }
  // A node's refusal of hostile code counts at once.
  const nodes = createNodes({
    services: chain.node.rpcUrl,
    projectId: 'shop',
    fetch: (_url, options) => fetch(chain.node.rpcUrl, options),
    wait: async () => {},
  })
  const update = (change: Partial<ApprovalProgress>) => {
    progress = { ...progress, ...change }
  }
  await prepareApproval({ nodes, store, contracts: listed }, request, update, new AbortController().signal)
  return composeApproval(request, { ...progress, at: 'known' })
}

const byte = (value: number) => toHex(value, { size: 1 })

/** Code that calls a contract with calldata of whole words behind a selector. */
function calling(to: Hex, selector: Hex, words: readonly Hex[]): Hex {
  const stores = words.map((word, at) => concatHex([word, '0x60', byte(4 + at * 32), '0x52']))
  return concatHex([
    // The selector to the front of the memory, then each word behind it.
    concatHex(['0x63', selector, '0x60e01b600052']),
    ...stores,
    // call(gas, to, 0, 0, length, 0, 0), its answer dropped
    concatHex(['0x6000600060', byte(4 + words.length * 32), '0x60006000', '0x73', to, '0x5af150']),
  ])
}
const push = (value: Hex): Hex => concatHex(['0x7f', pad(value)])
const caller: Hex = '0x33'
const pays = (token: Hex, amount: bigint) => calling(token, '0xa9059cbb', [caller, push(toHex(amount))])
const takes = (token: Hex, amount: bigint) =>
  calling(token, '0x23b872dd', [caller, '0x30', push(toHex(amount))])

const swapFor = (path: readonly Hex[], least: bigint) =>
  encode('swapExactETHForTokens', [least, path, account, late])

test('T58: a wrap and an unwrap at the known contract, and a swap at a known router, are asked once', async () => {
  const one = { asksTwice: [], warnings: [] }
  expect(await show(weth, encode('deposit'), ether)).toMatchObject({ title: 'Wrap', ...one })
  expect(await show(weth, encode('withdraw', [ether]))).toMatchObject({ title: 'Unwrap', ...one })
  const swap = await show(router, swapFor([weth, dollar], 40_000n), ether)
  expect(swap).toMatchObject({ title: 'Swap', action: 'Swap', ...one })
  expect(swap.effects).toContainEqual({ label: 'Get, at least', value: '0.04 TUSD' })
})

describe('T70: a swap and its approval', () => {
  const approve = (amount: bigint, spender = router) => encode('approve', [spender, amount])
  const swap = (to: Hex = account, path: readonly Hex[] = [dollar, weth], takes = 1_000n) =>
    encode('swapExactTokensForTokens', [takes, 9_000_000_000_000_000n, path, to, late])
  const excess = 'It allows spending more than the swap needs, or by another address.'
  const stays =
    'These are separate transactions. If the swap fails, the permission stays until you revoke it.'

  test('are one approval, with one button', async () => {
    const shown = await showBatch([dollar, approve(1_000n)], [router, swap()])
    expect(shown).toMatchObject({
      title: 'Swap 0.001 TUSD for at least 0.009 WETH',
      action: 'Swap',
      asksTwice: [],
      warnings: [{ tone: 'warning', text: stays }],
    })
    expect(shown.effects.map(({ label, value, address }) => [label, value ?? address])).toEqual([
      ['Pay, at most', '0.001 TUSD'],
      ['Get, at least', '0.009 WETH'],
      ['By', router],
      ['Allow it to spend', '0.001 TUSD, no more'],
      ['Token', getAddress(dollar)],
    ])
    // The swap cannot be estimated before the approval: the trial of both says what it takes.
    expect(shown.facts).toContainEqual(
      expect.objectContaining({
        label: expect.stringMatching(/fee/i),
        value: expect.stringMatching(/^0\.000\d+ /),
      }),
    )
  })

  test('are one with a permission that is taken back before or after', async () => {
    for (const calls of [
      [
        [dollar, approve(0n)],
        [dollar, approve(1_000n)],
        [router, swap()],
      ],
      [
        [dollar, approve(1_000n)],
        [router, swap()],
        [dollar, approve(0n)],
      ],
    ] as const)
      expect(await showBatch(...calls)).toMatchObject({ action: 'Swap', asksTwice: [] })
    const after = await showBatch([dollar, approve(1_000n)], [router, swap()], [dollar, approve(0n)])
    expect(after.effects).toContainEqual({
      label: 'Allow it to spend',
      value: '0.001 TUSD, no more, and revoked after it',
    })
  })

  test.each<readonly [string, () => readonly (readonly [Hex, Hex])[], string]>([
    [
      'an approval of more',
      () => [
        [dollar, approve(1_001n)],
        [router, swap()],
      ],
      excess,
    ],
    [
      'an approval without limit',
      () => [
        [dollar, approve(maxUint256)],
        [router, swap()],
      ],
      'The spender can take all of this token, now and later.',
    ],
    [
      'an approval without limit, too',
      () => [
        [dollar, approve(maxUint256)],
        [router, swap()],
      ],
      excess,
    ],
    [
      'an approval for another address alone',
      () => [
        [dollar, approve(1_000n, suspect)],
        [router, swap()],
      ],
      excess,
    ],
    [
      'an approval of another token alone',
      () => [
        [scam, approve(1_000n)],
        [router, swap()],
      ],
      excess,
    ],
    [
      'a permission that grows',
      () => [
        [dollar, encode('increaseAllowance', [router, 1_000n])],
        [router, swap()],
      ],
      excess,
    ],
    [
      'a promise of next to nothing',
      () => [
        [dollar, approve(1_000n)],
        [router, encode('swapExactTokensForTokens', [1_000n, 1n, [dollar, weth], account, late])],
      ],
      'The network’s preview doesn’t match what this promises.',
    ],
    [
      'an approval for another address',
      () => [
        [dollar, approve(1_000n, suspect)],
        [dollar, approve(1_000n)],
        [router, swap()],
      ],
      excess,
    ],
    [
      'an approval for a router that the page names',
      () => [
        [dollar, approve(1_000n, suspect)],
        [suspect, swap()],
      ],
      unexplained,
    ],
    [
      'a second approval of another token',
      () => [
        [dollar, approve(1_000n)],
        [scam, approve(1n)],
        [router, swap()],
      ],
      excess,
    ],
    [
      'a second approval behind it',
      () => [
        [dollar, approve(1_000n)],
        [router, swap()],
        [dollar, approve(1_000n)],
        [weth, approve(1n, suspect)],
      ],
      excess,
    ],
    [
      'a second approval inside another call',
      () => [
        [dollar, approve(1_000n)],
        [suspect, encode('multicall', [[approve(1n, suspect)]])],
        [router, swap()],
      ],
      excess,
    ],
    [
      'a swap to another receiver',
      () => [
        [dollar, approve(1_000n)],
        [router, swap(suspect)],
      ],
      'The result of this swap goes to an address that isn’t yours.',
    ],
    [
      'a swap for a token that is on no list',
      () => [
        [dollar, approve(1_000n)],
        [router, swap(account, [dollar, scam])],
      ],
      unexplained,
    ],
    [
      'a call more',
      () => [
        [dollar, approve(1_000n)],
        [router, swap()],
        [suspect, '0xdeadbeef'],
      ],
      unexplained,
    ],
  ])('are listed one by one, and asked twice, with %s', async (_name, calls, reason) => {
    await chain.client.setCode({ address: suspect, bytecode: '0x00' })
    const shown = await showBatch(...calls())
    expect(shown.title).toBe(`Approve ${calls().length} transactions`)
    expect(shown.asksTwice).toContain(reason)
  })

  test('are listed one by one while no node says what the swap gives', async () => {
    const calls = [
      { to: dollar, data: approve(1_000n) },
      { to: router, data: swap() },
    ]
    const asking = { host: 'https://shop.example', chainId: 'eip155:7124', account } as const
    const { request } = readRequest(
      'wallet_sendCalls',
      [{ version: '2.0.0', chainId: toHex(7_124), calls }],
      asking,
      known,
    )
    const shown = composeApproval(request, { at: 'asking', tokens: {}, known: [], sent: 0 })
    expect(shown.title).toBe('Approve 2 transactions')
  })

  test('are listed one by one where the approval comes after it, or does not suffice', async () => {
    const late = await showBatch([router, swap()], [dollar, approve(1_000n)])
    const small = await showBatch([dollar, approve(999n)], [router, swap()])
    expect([late.title, small.title]).toEqual(['Approve 2 transactions', 'Approve 2 transactions'])
  })
})

test('S1: nine bytes that answer every call with their own balance are no wrap', async () => {
  await chain.client.setCode({ address: suspect, bytecode: ownBalance })
  const shown = await show(suspect, encode('deposit'), ether)
  expect(shown).toMatchObject({ title: 'Approve a transaction', action: 'Send transaction' })
  expect(shown.asksTwice).toEqual([unexplained])
  expect(shown.effects.map(({ label }) => label)).toEqual(['Send', 'To', 'Call', 'Contract'])
  expect((await show(suspect, encode('withdraw', [ether]))).asksTwice).toEqual([unexplained])
})

test('S1: a swap that pays one unit of a token made a minute ago is a call that cannot be explained', async () => {
  const data = swapFor([weth, scam], 1n)
  const shown = await show(router, data, ether)
  expect(shown).toMatchObject({ title: 'Approve a transaction', asksTwice: [unexplained] })
  await chain.client.setCode({ address: suspect, bytecode: pays(scam, 1n) })
  await send(scam, encode('transfer', [suspect, 1n]))
  expect(await show(suspect, data, ether)).toMatchObject({ asksTwice: [unexplained] })
})

test('S1: a router’s selector at an unknown contract is none, though it pays with a listed token', async () => {
  await chain.client.setCode({ address: suspect, bytecode: pays(dollar, 1n) })
  await send(dollar, encode('transfer', [suspect, 100n]))
  for (const data of [
    swapFor([weth, dollar], 1n),
    encode('swapExactTokensForTokens', [1n, 1n, [weth, dollar], account, late]),
    encode('exactInputSingle', [[weth, dollar, 3000, account, 1n, 1n, 0n]]),
    encode('execute', ['0x00', ['0x'], late]),
  ])
    expect((await show(suspect, data, ether)).asksTwice).toEqual([unexplained])
})

test('S1: a known router that promises next to nothing is asked twice, whatever a node foresees', async () => {
  const shown = await show(router, swapFor([weth, dollar], 1n), ether)
  expect(shown).toMatchObject({
    title: 'Approve a transaction',
    asksTwice: ['The network’s preview doesn’t match what this promises.'],
  })
  expect((await show(router, swapFor([weth, dollar], 0n), ether)).asksTwice).toEqual([unexplained])
})

test('S1: a proxy that is honest to the node and changes before it is sent was never asked once', async () => {
  // delegatecall(gas, sload(7), calldata), whose answer it passes on
  const slot = byte(7)
  const proxy = concatHex([
    '0x36600060003760006000366000',
    concatHex(['0x60', slot, '0x54']),
    '0x5af4503d600060003e3d6000f3',
  ])
  const turn = (target: Hex) =>
    chain.client.setStorageAt({ address: suspect, index: pad(slot), value: pad(target) })
  await chain.client.setCode({ address: suspect, bytecode: proxy })
  await turn(weth)
  const shown = await show(suspect, encode('deposit'), ether)
  // It wraps, as far as a node can see.
  await send(suspect, encode('deposit'), ether)
  expect(await balanceOf(suspect)).toBe(ether)
  expect(shown.asksTwice).toEqual([unexplained])
  // What was promised rests on no simulation: the same call takes the money now.
  await turn(`0x${'00'.repeat(20)}`)
  await send(suspect, encode('deposit'), ether)
  await turn(weth)
  expect(await balanceOf(suspect)).toBe(ether)
})

const balanceOf = (token: Hex) =>
  chain.client.readContract({ address: token, abi, functionName: 'balanceOf', args: [account] } as never)

test('S1: no bytes as a contract’s code make a call that loses value one press away', async () => {
  for (const token of [weth, dollar]) await send(token, encode('approve', [suspect, maxUint256]))
  await send(weth, encode('approve', [router, maxUint256]))
  // A pool of both, for the longer path.
  await send(router, encode('addLiquidity', [dollar, scam, 100_000n, 100_000n, 0n, 0n, account, late]))
  await send(dollar, encode('transfer', [suspect, 100n]))
  const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
  const part = fc.oneof(
    fc.constantFrom<Hex>(
      pays(dollar, 1n),
      takes(dollar, 1n),
      takes(weth, 5n),
      // Says by an event of its own that the caller got a lot of it.
      concatHex(['0x476000527f', pad('0x01'), '0x50', caller, '0x30', '0x7f', transferTopic, '0x60206000a3']),
      // Gives back a part of what came in.
      concatHex(['0x60006000600060006001', caller, '0x5af150']),
      // Stops for a node that tries it at no price.
      '0x3a15603157',
    ),
    fc.uint8Array({ maxLength: 12 }).map(bytes => toHex(bytes)),
  )
  const ending = fc.constantFrom<Hex>(ownBalance, '0x00', '0x600160005260206000f3', '0x60006000fd', '0x')
  const code = fc
    .oneof(
      fc.constant(ownBalance),
      fc.tuple(fc.array(part, { maxLength: 3 }), ending).map(([parts, end]) => concatHex([...parts, end])),
      fc.uint8Array({ minLength: 1, maxLength: 64 }).map(bytes => toHex(bytes)),
    )
    // No contract begins so (EIP-3541), and a node that keeps one ends.
    .filter(bytes => !bytes.startsWith('0xef'))
  const inner = encode('transfer', [account, 1n])
  const call = fc.constantFrom<Hex>(
    encode('deposit'),
    encode('withdraw', [ether]),
    swapFor([weth, dollar], 1n),
    encode('swapExactTokensForTokens', [1n, 1n, [weth, dollar], account, late]),
    encode('exactInputSingle', [[weth, dollar, 3000, account, 1n, 1n, 0n]]),
    encode('execute', ['0x00', ['0x'], late]),
    inner,
    encode('transferFrom', [suspect, account, 1n]),
    encode('approve', [account, 0n]),
    encode('multicall', [[inner]]),
    encode('aggregate3Value', [[[weth, false, ether, encode('deposit')]]]),
    encode('execute', [[[weth, ether, encode('deposit')]]]),
    '0xdeadbeef',
  )
  // At the known router: what it pays is a token whose code is hostile, or that of any token made a minute ago.
  const scamCode = await chain.client.getCode({ address: scam })
  if (!scamCode) throw new Error('not made')
  const traded = fc.constantFrom(
    swapFor([weth, scam], 40_000n),
    swapFor([weth, dollar, scam], 4_000n),
    encode('swapExactTokensForTokens', [ether, 40_000n, [weth, scam], account, late]),
  )
  // The attacks that a lost check lets through come often enough to be found in every run.
  const attack = fc.record({
    at: fc.constant(suspect),
    code: fc.constantFrom(ownBalance, concatHex([pays(dollar, 1n), '0x00'])),
    call: fc.constantFrom(encode('deposit'), swapFor([weth, dollar], 1n)),
  })
  const attempt = fc.oneof(
    attack,
    fc.record({ at: fc.constant(suspect), code, call }),
    fc.record({ at: fc.constant(scam), code: fc.oneof(fc.constant(scamCode), code), call: traded }),
  )
  const holdings = async () => [
    await chain.client.getBalance({ address: account }),
    await balanceOf(weth),
    await balanceOf(dollar),
  ]
  let pressedOnce = 0
  await fc.assert(
    fc.asyncProperty(attempt, fc.constantFrom(0n, 1n, ether), async ({ at, code, call }, value) => {
      await chain.client.setCode({ address: at, bytecode: code })
      const to = at === scam ? router : at
      const { asksTwice } = await show(to, call, value)
      if (asksTwice.length > 0) return
      pressedOnce += 1
      const before = (await holdings()) as bigint[]
      const { gasUsed, effectiveGasPrice } = await send(to, call, value)
      const after = (await holdings()) as bigint[]
      const fee = gasUsed * effectiveGasPrice
      const lost = before.map((had, at) => had - (after[at] as bigint) - (at === 0 ? fee : 0n))
      expect(lost.every(each => each <= 0n)).toBe(true)
    }),
    { numRuns: 500 },
  )
  // Calls that lose nothing are asked once, or this would show nothing.
  expect(pressedOnce).toBeGreaterThan(0)
})
