import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  formatRouteUrl,
  getHistory,
  getNfts,
  historySchema,
  nftsSchema,
  type Transaction,
} from 'latchkey/services'
import * as v from 'valibot'
import { encodeFunctionData, erc20Abi, parseAbi, parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { devAccounts, holders } from '../../../../devstack/src/chains/devAccounts.ts'
import { devContracts } from '../../../../devstack/src/contracts/contractPlan.ts'
import { chainVariables } from '../../../../devstack/src/stack/chainVariables.ts'
import { type RunningServer, startServer } from '../../startServer.ts'
import { type DevChain, openDevChain } from '../indexer/devChain.fixture.ts'

let dev: DevChain
let server: RunningServer
const folder = mkdtempSync(join(tmpdir(), 'latchkey-activity-'))
beforeAll(async () => {
  dev = await openDevChain()
  server = await startServer({
    port: 0,
    dataFolder: folder,
    env: {
      LATCHKEY_DEV: '1',
      LOG_LEVEL: 'silent',
      RPC_UPSTREAMS: JSON.stringify({ 'eip155:31337': [dev.chain.url] }),
      ...chainVariables(folder, [31337]),
      INDEX_POLL_MS: '50',
    },
  })
})
afterAll(async () => {
  await server?.close()
  await dev?.chain.stop()
  rmSync(folder, { recursive: true, force: true })
})

const alice = holders[0] as `0x${string}`
const projectId = 'latchkey-dev'
const chainId = 'eip155:31337' as const
const address = (index: number) => devAccounts[index]?.address as `0x${string}`

async function history(account: string, cursor?: string) {
  const url = formatRouteUrl(server.url, getHistory, {
    params: { address: account },
    query: { projectId, chainId, cursor },
  })
  const response = await fetch(url)
  expect(response.status).toBe(200)
  return v.parse(historySchema, await response.json())
}
async function nfts(account: string) {
  const url = formatRouteUrl(server.url, getNfts, {
    params: { address: account },
    query: { projectId, chainId },
  })
  return v.parse(nftsSchema, await (await fetch(url)).json())
}
/** The transaction, once the account's history has it; in far less than the two seconds that a visitor waits. */
async function shown(account: string, hash: string): Promise<Transaction> {
  let found: Transaction | undefined
  await vi.waitUntil(
    async () => {
      found = (await history(account)).data.find(({ metadata }) => metadata.hash === hash)
      return found?.transfers.every(({ fungible_info: token }) => token === null || token.decimals !== null)
    },
    { timeout: 2_000, interval: 25 },
  )
  return found as Transaction
}
async function send(from: `0x${string}`, to: `0x${string}`, data?: `0x${string}`, value?: bigint) {
  const hash = await dev.client.sendUnsignedTransaction({
    from,
    to,
    gas: 500_000n,
    ...(data === undefined ? {} : { data }),
    ...(value === undefined ? {} : { value }),
  })
  await dev.mined(hash)
  return hash
}
const abi = parseAbi([
  'function mint(address to) returns (uint256)',
  'function transferFrom(address from, address to, uint256 id)',
  'function deposit() payable',
  'function withdraw(uint256 amount)',
])

describe('GET /v1/account/{address}/history', () => {
  it('shows a transfer within two seconds, from both points of view', async () => {
    const hash = await send(alice, address(5), undefined, parseEther('1.25'))
    const sent = await shown(alice, hash)
    expect(sent).toMatchObject({
      id: `${chainId}:${hash}`,
      metadata: {
        chain: chainId,
        status: 'confirmed',
        operationType: 'send',
        sentFrom: alice,
        sentTo: address(5),
        hash,
      },
      transfers: [
        {
          direction: 'out',
          quantity: { numeric: '1.25' },
          sender: alice,
          recipient: address(5),
          nft_info: null,
          fungible_info: {
            symbol: 'ETH',
            name: 'Ether',
            decimals: 18,
            address: null,
            flags: { is_spam: false, is_vouched: true },
          },
          value: null,
          price: null,
        },
      ],
    })
    const received = await shown(address(5), hash)
    expect(received.metadata.operationType).toBe('receive')
    expect(received.transfers).toMatchObject([{ direction: 'in' }])
    expect(new Date(sent.metadata.minedAt).toISOString()).toBe(sent.metadata.minedAt)
  })

  it('shows tokens with what they say of themselves, wrapping, approvals and failures', async () => {
    const usdc = (functionName: 'transfer' | 'approve', amount: bigint) =>
      encodeFunctionData({ abi: erc20Abi, functionName, args: [address(6), amount] })
    const token = await shown(alice, await send(alice, devContracts.usdc, usdc('transfer', 1_500_000n)))
    expect(token.transfers).toMatchObject([
      {
        direction: 'out',
        quantity: { numeric: '1.5' },
        fungible_info: {
          symbol: 'USDC',
          name: 'USD Coin',
          decimals: 6,
          address: devContracts.usdc,
          icon: { url: '/public/getTokenImage/usdc' },
        },
      },
    ])
    const approved = await shown(alice, await send(alice, devContracts.usdc, usdc('approve', 5n)))
    expect([approved.metadata.operationType, approved.transfers]).toEqual(['approve', []])

    const deposit = encodeFunctionData({ abi, functionName: 'deposit' })
    const wrapped = await shown(alice, await send(alice, devContracts.weth, deposit, 10n ** 18n))
    expect(wrapped.metadata.operationType).toBe('deposit')
    expect(wrapped.transfers.map(({ direction, fungible_info: info }) => [direction, info?.symbol])).toEqual([
      ['out', 'ETH'],
      ['in', 'WETH'],
    ])
    const withdraw = encodeFunctionData({ abi, functionName: 'withdraw', args: [10n ** 18n] })
    const unwrapped = await shown(alice, await send(alice, devContracts.weth, withdraw))
    expect(unwrapped.metadata.operationType).toBe('withdraw')
    expect(unwrapped.transfers.map(({ direction, quantity }) => [direction, quantity.numeric])).toEqual([
      ['out', '1'],
      ['in', '1'],
    ])

    const failed = await shown(alice, await send(alice, devContracts.usdc, usdc('transfer', 1n << 200n)))
    expect(failed).toMatchObject({ metadata: { status: 'failed', operationType: 'send' }, transfers: [] })
  })

  it('shows both legs of a swap, also of one that a contract pays out in ether', async () => {
    const swapAbi = parseAbi([
      'function swapExactTokensForETH(uint256 amountIn, uint256 least, address[] path, address to, uint256 deadline)',
      'function swapExactETHForTokens(uint256 least, address[] path, address to, uint256 deadline) payable',
    ])
    const { usdc, weth, swapRouter } = devContracts
    const approve = { abi: erc20Abi, functionName: 'approve', args: [swapRouter, 50_000_000n] } as const
    await send(alice, usdc, encodeFunctionData(approve))
    const deadline = 10n ** 12n
    const sell = encodeFunctionData({
      abi: swapAbi,
      functionName: 'swapExactTokensForETH',
      args: [50_000_000n, 1n, [usdc, weth], alice, deadline],
    })
    const buy = encodeFunctionData({
      abi: swapAbi,
      functionName: 'swapExactETHForTokens',
      args: [1n, [weth, usdc], alice, deadline],
    })
    for (const [hash, out, inn] of [
      [await send(alice, swapRouter, sell), 'USDC', 'ETH'],
      [await send(alice, swapRouter, buy, parseEther('0.01')), 'ETH', 'USDC'],
    ] as const) {
      const swapped = await shown(alice, hash)
      expect(swapped.metadata).toMatchObject({ status: 'confirmed', operationType: 'trade' })
      expect(
        swapped.transfers.map(({ direction, fungible_info: info }) => [direction, info?.symbol]),
      ).toEqual([
        ['out', out],
        ['in', inn],
      ])
    }
  })

  it('T67: a token that is named like bait is cleaned, cut and flagged', async () => {
    const { data } = await history(alice)
    const spam = data.flatMap(({ transfers }) =>
      transfers.filter(({ fungible_info: info }) => info?.address === devContracts.spam),
    )
    expect(spam).toHaveLength(1)
    expect(spam[0]?.fungible_info?.name).not.toMatch(/\p{C}/u)
    expect(spam[0]?.fungible_info?.name?.length).toBeLessThanOrEqual(64)
    expect(spam[0]?.fungible_info?.flags).toEqual({ is_spam: true, is_vouched: false })
    const honest = data.flatMap(({ transfers }) =>
      transfers.filter(({ fungible_info: info }) => info?.address === devContracts.usdc),
    )
    expect(honest.every(({ fungible_info: info }) => info?.flags.is_spam === false)).toBe(true)
  })

  it('F21: a cursor that is not of this list is refused; so is an address of another chain', async () => {
    const ask = (account: string, cursor: string, chain = chainId as string) =>
      fetch(
        `${server.url}/v1/account/${account}/history?projectId=${projectId}&chainId=${chain}&cursor=${cursor}`,
      )
    for (const cursor of ['x', 'AAAAAAAAAAAAMTIuMw', 'a'.repeat(513), '%00', '..'])
      expect((await ask(alice, cursor)).status, cursor).toBe(400)
    expect((await ask('not-an-address', '')).status).toBe(400)
  })

  it('answers empty lists for chains that are not indexed', async () => {
    for (const list of ['history', 'nfts']) {
      const url = `${server.url}/v1/account/${alice}/${list}?projectId=${projectId}&chainId=eip155:1`
      expect(await (await fetch(url)).json()).toEqual({ data: [], next: null, unserved: true })
    }
  })
})

describe('GET /v1/account/{address}/nfts', () => {
  it('shows collectibles with what they say of themselves, and follows them', async () => {
    const hash = await dev.client.writeContract({
      address: devContracts.collectibles,
      abi,
      functionName: 'mint',
      args: [address(7)],
    })
    const minted = await shown(address(7), hash)
    expect(minted.metadata.operationType).toBe('receive')
    const { data, next } = await nfts(address(7))
    expect(next).toBeNull()
    expect(data).toHaveLength(1)
    expect(data[0]).toMatchObject({
      chainId,
      standard: 'ERC721',
      collection: { address: devContracts.collectibles, name: 'Latchkey Keys', symbol: 'LKEY' },
      amount: '1',
      name: `Key #${data[0]?.tokenId}`,
      flags: { is_spam: false },
    })
    expect(data[0]?.image?.url).toMatch(/^\/v1\/image\?url=data%3Aimage%2Fsvg/)
    const picture = await fetch(`${server.url}${data[0]?.image?.url}&projectId=${projectId}`)
    expect(picture.status).toBe(200)

    const moved = await send(
      address(7),
      devContracts.collectibles,
      encodeFunctionData({
        abi,
        functionName: 'transferFrom',
        args: [address(7), address(8), BigInt(data[0]?.tokenId ?? 0)],
      }),
    )
    const seen = await shown(address(8), moved)
    expect(seen.transfers).toMatchObject([{ nft_info: { tokenId: data[0]?.tokenId }, direction: 'in' }])
    expect((await nfts(address(7))).data).toEqual([])
    expect((await nfts(address(8))).data).toHaveLength(1)
  })

  it('shows amounts of ERC-1155', async () => {
    const badges = (await nfts(alice)).data.filter(({ standard }) => standard === 'ERC1155')
    expect(badges.map(({ tokenId, amount, name }) => [tokenId, amount, name])).toEqual([
      ['1', '1', 'Gold badge'],
      ['2', '5', 'Silver badge'],
      ['3', '100', 'Bronze badge'],
    ])
  })
})
