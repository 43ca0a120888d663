import { createPublicKey, verify } from 'node:crypto'
import {
  canonicalJson,
  developmentDirectoryKey,
  getConvertAllowance,
  getConvertApproval,
  getConvertContracts,
  getConvertGasPrice,
  getConvertQuotes,
  getConvertStatus,
  getConvertTokens,
  swapContractsHeadText,
  toDigest,
} from 'latchkey/services'
import { parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { devContracts } from '../../../../devstack/src/contracts/contractPlan.ts'
import { caip, type DevSwaps, native, network, openDevSwaps } from './devSwaps.fixture.ts'

const { usdc, dai, weth, tax, spam, swapRouter } = devContracts
let swaps: DevSwaps
beforeAll(async () => {
  swaps = await openDevSwaps()
})
afterAll(() => swaps.close())

const refusalOf = async (response: Promise<Response>) =>
  ((await (await response).json()) as { code: string }).code

describe('GET /v1/convert/tokens', () => {
  const tokensOf = async (search?: string, chainId = network) =>
    (await swaps.ask(getConvertTokens, { chainId, ...(search !== undefined && { search }) })).tokens
  const symbolsOf = async (search?: string, chainId?: string) =>
    (await tokensOf(search, chainId)).map(({ symbol }) => symbol)

  it('has the own currency first, then the lists, with the chain’s own words', async () => {
    const tokens = await tokensOf()
    expect(tokens[0]).toMatchObject({ address: native, symbol: 'ETH', decimals: 18, listed: true })
    expect(tokens.map(({ symbol }) => symbol)).toEqual(['ETH', 'WETH', 'USDC', 'DAI', 'USDT', 'RARE'])
    expect(tokens.every(({ listed }) => listed)).toBe(true)
  })

  it.each([
    ['a symbol', 'usd', ['USDC', 'USDT']],
    ['a name', 'rare tok', ['RARE']],
    ['the currency', 'ether', ['ETH', 'WETH', 'USDT']],
    ['an address', usdc, ['USDC']],
    ['an address in other letters', usdc.toLowerCase(), ['USDC']],
    ['nothing that is there', 'no such token', []],
  ])('finds %s', async (_, search, symbols) => {
    expect(await symbolsOf(search)).toEqual(symbols)
  })

  it('marks a token that is on no list, and leaves spam and other contracts out', async () => {
    expect(await tokensOf(tax)).toEqual([
      { address: caip(tax), name: 'Toll Token', symbol: 'TOLL', decimals: 18, logoUri: null, listed: false },
    ])
    expect(await tokensOf(spam)).toEqual([])
    expect(await tokensOf(swapRouter)).toEqual([])
  })

  it('SPEC §5: is empty on a test network, and where no provider serves', async () => {
    expect(await tokensOf(undefined, 'eip155:31339')).toEqual([])
    expect(await tokensOf(undefined, 'eip155:5')).toEqual([])
  })
})

describe('allowances and approvals', () => {
  it('default to the first provider’s spender, and a currency needs none', async () => {
    const userAddress = caip(swaps.user)
    expect(await swaps.ask(getConvertAllowance, { userAddress, tokenAddress: caip(dai) })).toEqual({
      allowance: '0',
    })
    const { allowance } = await swaps.ask(getConvertAllowance, { userAddress, tokenAddress: native })
    expect(BigInt(allowance)).toBe(2n ** 256n - 1n)
    const { tx } = await swaps.ask(getConvertApproval, {
      userAddress,
      from: caip(dai),
      to: native,
      amount: '5',
    })
    expect(tx).toMatchObject({
      to: dai,
      value: '0',
      data: expect.stringContaining(swapRouter.slice(2).toLowerCase()),
    })
    expect(tx.data.endsWith('5'.padStart(64, '0'))).toBe(true)
    await swaps.execute(tx)
    expect(await swaps.ask(getConvertAllowance, { userAddress, tokenAddress: caip(dai) })).toEqual({
      allowance: '5',
    })
  })

  it('T70: no approval of a stranger, and none of nothing or of a currency', async () => {
    const query = { userAddress: caip(swaps.user), from: caip(dai), to: native, amount: '5' }
    expect(await refusalOf(swaps.send(getConvertApproval, { ...query, spender: swaps.user }))).toBe(
      'CONVERT_UNSAFE',
    )
    expect(await refusalOf(swaps.send(getConvertApproval, { ...query, amount: '0' }))).toBe('REQUEST_INVALID')
    expect(await refusalOf(swaps.send(getConvertApproval, { ...query, from: native }))).toBe(
      'REQUEST_INVALID',
    )
    expect(await refusalOf(swaps.send(getConvertApproval, { ...query, quoteId: 'made up' }))).toBe(
      'QUOTE_ENDED',
    )
  })

  it('a contract without allowances is no token', async () => {
    const query = { userAddress: caip(swaps.user), tokenAddress: caip(swapRouter) }
    expect(await refusalOf(swaps.send(getConvertAllowance, query))).toBe('REQUEST_INVALID')
  })
})

it('gas costs more for the sooner', async () => {
  const { standard, fast, instant } = await swaps.ask(getConvertGasPrice, { chainId: network })
  expect([BigInt(standard) > 0n, BigInt(fast) >= BigInt(standard), BigInt(instant) >= BigInt(fast)]).toEqual([
    true,
    true,
    true,
  ])
  expect(await refusalOf(swaps.send(getConvertGasPrice, { chainId: 'eip155:31339' }))).toBe(
    'CONVERT_UNSUPPORTED',
  )
})

it('T70 T111: the list has the router and the wrapping contract, signed for the project', async () => {
  const { networks, crossing, contracts, head } = await swaps.ask(getConvertContracts)
  // No pool goes to another network.
  expect(crossing).toEqual([])
  expect(networks).toContain(network)
  expect(networks).not.toContain('eip155:31339')
  expect(contracts).toEqual(
    expect.arrayContaining([
      { network, provider: 'pools', shape: 'v2', address: swapRouter, spender: true },
      { network, provider: 'wrapped', shape: 'wrapped', address: weth, spender: false },
    ]),
  )
  expect(head).toMatchObject({
    projectId: 'latchkey-dev',
    digest: await toDigest(canonicalJson(contracts)),
    key: developmentDirectoryKey,
  })
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: head.key }, format: 'jwk' })
  expect(
    verify(null, Buffer.from(swapContractsHeadText(head)), key, Buffer.from(head.signature, 'base64url')),
  ).toBe(true)
})

it('a swap on one network has no status to follow', async () => {
  const { quotes } = await swaps.ask(getConvertQuotes, {
    userAddress: caip(swaps.user),
    from: native,
    to: caip(usdc),
    amount: String(parseEther('1')),
  })
  const query = { quoteId: quotes[0]?.id ?? '', hash: '0x1', chainId: network }
  expect(await refusalOf(swaps.send(getConvertStatus, query))).toBe('CONVERT_UNSUPPORTED')
  expect(await refusalOf(swaps.send(getConvertStatus, { ...query, quoteId: 'x' }))).toBe('QUOTE_ENDED')
})
