import {
  AccountRole,
  type Address,
  address,
  createNoopSigner,
  type Instruction,
  type ReadonlyUint8Array,
} from '@solana/kit'
import { getAssignInstruction, getTransferSolInstruction } from '@solana-program/system'
import {
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstruction,
  getSyncNativeInstruction,
  getTransferCheckedInstruction,
  getTransferInstruction,
} from '@solana-program/token'
import type { RpcRequest } from 'latchkey/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { devTokens } from '../../../../devstack/src/solana/seed/devMints.ts'
import { type Solana, startSolana } from '../../../../devstack/src/solana/startSolana.ts'
import { openApp, type TestApp } from '../../../../server/src/app.fixture.ts'
import { createNodes } from '../nodes.ts'
import { makeTransaction, openSolanaPage } from './solana.fixture.ts'

const sol = 1_000_000_000n
const { usdc, lookAlike, toll, moss } = devTokens
const wrapped = address('So11111111111111111111111111111111111111112')
const friend = address('4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM')

let chain: Solana
let app: TestApp
let nodes: RpcRequest
let page: Awaited<ReturnType<typeof openSolanaPage>>
let me: Address

beforeAll(async () => {
  chain = await startSolana({ port: 0, slotTime: 50 })
  app = await openApp({
    LATCHKEY_DEV: '1',
    RPC_UPSTREAMS: JSON.stringify({ [chain.caipNetworkId]: [chain.url] }),
  })
  const ask = (url: string, init: RequestInit) => app.request(url.replace('http://services', ''), init)
  nodes = createNodes({
    services: 'http://services',
    projectId: 'latchkey-dev',
    fetch: ask as typeof fetch,
    wait: async () => {},
  })(chain.caipNetworkId)
  page = await openPage()
  me = address(page.account)
  await chain.pay(me, ['USDC', 'TOLL', 'MOSS'])
}, 30_000)
afterAll(async () => {
  await app.close()
  await chain.stop()
})
beforeEach(() => {
  page.shown.length = 0
})

/** A page of a host that lists Dogwood, whose operator names it and its USDC. */
function openPage() {
  return openSolanaPage(nodes, {
    network: chain.caipNetworkId,
    described: {
      [chain.caipNetworkId]: {
        name: 'Dogwood',
        nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
      },
    },
    contracts: { [chain.caipNetworkId]: { tokens: [usdc.address], words: [['USDC', 6]] } },
    prices: async ({ tokens }) => Object.fromEntries(tokens.map(token => [token, token === '' ? 200 : 1])),
  })
}

const purseOf = async (owner: Address, { address: mint, program }: { address: Address; program: Address }) =>
  (await findAssociatedTokenPda({ owner, mint, tokenProgram: program }))[0]

async function wireOf(instructions: readonly Instruction[]): Promise<Uint8Array> {
  const { value } = (await nodes('getLatestBlockhash', [])) as { value: { blockhash: string } }
  return makeTransaction({ payer: me, blockhash: value.blockhash, instructions })
}

async function send(wire: ReadonlyUint8Array): Promise<string> {
  const { signature } = (await page.provider.request({
    chainId: chain.caipNetworkId,
    method: 'solana_signAndSendTransaction',
    params: { transaction: Buffer.from(wire).toString('base64'), pubkey: me },
  } as never)) as { signature: string }
  await expect
    .poll(async () => {
      const answer = (await nodes('getSignatureStatuses', [[signature]])) as {
        value: ({ err: unknown; confirmationStatus: string } | null)[]
      }
      return answer.value[0]?.err === null
    })
    .toBe(true)
  return signature
}

const linesOf = (at = 0) =>
  page.shown[at]?.effects.map(({ label, value, address, place }) =>
    [label, value ?? address, place].filter(each => each !== undefined),
  )
const factOf = (label: string) => page.shown[0]?.facts.find(each => each.label === label)

test('sends a token on a list to a visitor without an account of it: its deposit, its worth and the change are said', async () => {
  const [from, to] = await Promise.all([purseOf(me, usdc), purseOf(friend, usdc)])
  const signer = createNoopSigner(me)
  await send(
    await wireOf([
      getCreateAssociatedTokenIdempotentInstruction({
        payer: signer,
        ata: to,
        owner: friend,
        mint: usdc.address,
      }),
      getTransferCheckedInstruction({
        source: from,
        mint: usdc.address,
        destination: to,
        authority: signer,
        amount: 2_500_000n,
        decimals: 6,
      }),
    ]),
  )
  expect(page.shown[0]).toMatchObject({
    title: 'Send 2.5 USDC',
    headline: { fiat: '≈ $2.50', who: { word: 'to', address: friend } },
    asksTwice: [],
    warnings: [],
  })
  expect(linesOf()).toEqual([
    ['Create a token account for', friend],
    ['Its deposit, paid by you', '0.00203928 SOL'],
    ['Token', usdc.address, 'folded'],
    ['Send', '2.5 USDC', 'headline'],
    ['To', friend],
    ['To the token account', to, 'folded'],
    ['Token', usdc.address, 'folded'],
  ])
  expect(page.shown[0]?.facts).toMatchObject([
    { label: 'You pay', value: '−2.5 USDC' },
    { label: 'You pay', value: '−0.00203928 SOL' },
    { label: 'Network fee, at most', value: '0.000005 SOL' },
    { label: 'Total, at most', value: '0.002045 SOL' },
    { label: 'Network', value: 'Dogwood' },
    { label: 'Account', value: me },
  ])
})

test('knows by the network whose token account is paid, and that it was paid before', async () => {
  const [from, to] = await Promise.all([purseOf(me, usdc), purseOf(friend, usdc)])
  const authority = createNoopSigner(me)
  await send(await wireOf([getTransferInstruction({ source: from, destination: to, authority, amount: 1n })]))
  expect(page.shown[0]).toMatchObject({
    title: 'Send 0.000001 USDC',
    headline: { fiat: '< $0.01', who: { word: 'to', address: friend } },
    asksTwice: [],
  })
  expect(linesOf()).toEqual([
    ['Send', '0.000001 USDC', 'headline'],
    ['To', friend, 'folded'],
    ['To the token account', to],
    ['Token', usdc.address, 'folded'],
  ])
})

test('names no token that differs from a listed one in the case of letters (T67)', async () => {
  const [from, to] = await Promise.all([purseOf(me, lookAlike), purseOf(friend, lookAlike)])
  const authority = createNoopSigner(me)
  const transfer = getTransferCheckedInstruction({
    source: from,
    mint: lookAlike.address,
    destination: to,
    authority,
    amount: 5n,
    decimals: 6,
  })
  await send(await wireOf([transfer])).catch(() => undefined)
  expect(page.shown[0]?.title).toMatch(/^Send 5 base units of /)
  expect(page.shown[0]?.effects[0]).toMatchObject({ claim: 'The token counts it as 0.000005' })
  expect(linesOf()?.at(-1)).toEqual(['Token, not on any list', lookAlike.address])
})

test('says what a token of Token-2022 keeps of a transfer', async () => {
  const [from, to] = await Promise.all([purseOf(me, toll), purseOf(friend, toll)])
  const signer = createNoopSigner(me)
  const le = (value: bigint) => Array.from({ length: 8 }, (_, at) => Number((value >> BigInt(8 * at)) & 255n))
  await send(
    await wireOf([
      getCreateAssociatedTokenIdempotentInstruction({
        payer: signer,
        ata: to,
        owner: friend,
        mint: toll.address,
        tokenProgram: toll.program,
      }),
      {
        programAddress: toll.program,
        accounts: [
          { address: from, role: AccountRole.WRITABLE },
          { address: toll.address, role: AccountRole.READONLY },
          { address: to, role: AccountRole.WRITABLE },
          { address: me, role: AccountRole.READONLY_SIGNER },
        ],
        data: Uint8Array.from([26, 1, ...le(1_000_000n), 6, ...le(10_000n)]),
      },
    ]),
  )
  expect(page.shown[0]?.asksTwice).toEqual([])
  expect(linesOf()?.slice(3)).toEqual([
    ['Send', expect.stringMatching(/^1,000,000 base units of /)],
    ['To', friend, 'folded'],
    ['To the token account', to, 'folded'],
    ['Kept by the token', expect.stringMatching(/^10,000 base units of /)],
    ['Token, not on any list', toll.address],
  ])
})

test('counts SOL that becomes tokens once', async () => {
  const purse = await purseOf(me, { address: wrapped, program: usdc.program })
  const signer = createNoopSigner(me)
  await send(
    await wireOf([
      getCreateAssociatedTokenIdempotentInstruction({ payer: signer, ata: purse, owner: me, mint: wrapped }),
      getTransferSolInstruction({ source: signer, destination: purse, amount: sol }),
      getSyncNativeInstruction({ account: purse }),
    ]),
  )
  expect(page.shown[0]?.asksTwice).toEqual([])
  expect(page.shown[0]?.facts.slice(0, 2)).toMatchObject([
    { label: 'You pay', value: '−1.00203928 SOL' },
    { label: 'You get', value: expect.stringMatching(/^\+1,000,000,000 base units of /) },
  ])
  expect(factOf('Total, at most')?.value).toBe('1.002045 SOL')
})

test('reads accounts that stand in a table of the network, and says whose word that is', async () => {
  const [from, to] = await Promise.all([purseOf(me, usdc), purseOf(friend, usdc)])
  const authority = createNoopSigner(me)
  const { accounts = [], ...transfer } = getTransferCheckedInstruction({
    source: from,
    mint: usdc.address,
    destination: to,
    authority,
    amount: 1_000_000n,
    decimals: 6,
  })
  const lookup = {
    address: usdc.address,
    role: AccountRole.READONLY as const,
    lookupTableAddress: chain.lookupTable,
    addressIndex: await placeOf(usdc.address),
  }
  const byTable = { ...transfer, accounts: accounts.map((each, at) => (at === 1 ? lookup : each)) }
  await send(await wireOf([byTable as Instruction]))
  expect(page.shown[0]).toMatchObject({
    title: 'Send 1 USDC',
    asksTwice: [],
    warnings: [{ text: 'Some accounts come from lookup tables, as the network’s nodes report them.' }],
  })
})

async function placeOf(wanted: string): Promise<number> {
  const { readTables } = await import('./readTables.ts')
  const wire = await wireOf([
    {
      programAddress: usdc.program,
      accounts: [
        {
          address: usdc.address,
          role: AccountRole.READONLY,
          lookupTableAddress: chain.lookupTable,
          addressIndex: 0,
        } as never,
      ],
      data: Uint8Array.of(99),
    },
  ])
  const tables = await readTables(nodes, [Buffer.from(wire).toString('base64')])
  return tables.get(chain.lookupTable)?.indexOf(wanted) ?? -1
}

test('foresees that a receiver takes tokens with a note alone, and what a hidden change would take', async () => {
  const [from, to] = await Promise.all([purseOf(me, moss), purseOf(chain.memoRecipient, moss)])
  const authority = createNoopSigner(me)
  const transfer = getTransferCheckedInstruction(
    { source: from, mint: moss.address, destination: to, authority, amount: 1n, decimals: 9 },
    { programAddress: moss.program },
  )
  await expect(send(await wireOf([transfer]))).rejects.toThrow()
  expect(page.shown[0]?.asksTwice).toEqual([expect.stringContaining('The network says this would fail')])
  await expect(
    send(await wireOf([getAssignInstruction({ account: authority, programAddress: usdc.program })])),
  ).resolves.toBeTypeOf('string')
  expect(page.shown[1]?.asksTwice).toEqual([
    'After this the program controls the account and everything in it.',
  ])
})

test('goes to a network of Solana that the page lists, and to no other', async () => {
  const other = await openPage()
  expect(await other.provider.switchNetwork(chain.caipNetworkId)).toBe(chain.caipNetworkId)
  // Libraries of EIP-1193 stay where they are.
  expect(await other.provider.network()).toBe('eip155:1')
  await expect(other.provider.switchNetwork('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')).rejects.toMatchObject(
    {
      context: { rpc: { code: 4902 } },
    },
  )
})
