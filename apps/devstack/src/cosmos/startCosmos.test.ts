/** The double before the ecosystem's own client, which knows nothing of it. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Secp256k1Wallet } from '@cosmjs/amino'
import { DirectSecp256k1Wallet, type OfflineSigner } from '@cosmjs/proto-signing'
import { SigningStargateClient, StargateClient } from '@cosmjs/stargate'
import { TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx'
import { cosmos as describeCosmos } from 'latchkey/cosmos'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toDemandNetwork } from '../chains/devNetworks.ts'
import { startDemandChains } from '../demand/startDemandChains.ts'
import { devCosmosAccounts } from './devCosmosAccounts.ts'
import { type RunningCosmos, startCosmos } from './startCosmos.ts'

let folder: string
let cosmos: RunningCosmos
const start = () => startCosmos({ port: 0, dataFolder: folder, automine: true })
const url = () => `http://127.0.0.1:${cosmos.port}`

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-ironwood-'))
  cosmos = await start()
})
afterAll(async () => {
  await cosmos?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const fee = { amount: [{ denom: 'uatom', amount: '500' }], gas: '100000' }
const coins = (amount: number | string) => [{ denom: 'uatom', amount: String(amount) }]
const whole = 1_000_000_000

const accountOf = (index: number) => {
  const account = devCosmosAccounts[index]
  if (!account) throw new Error(`No account ${index}`)
  return account
}

async function clientOf(index: number, make = DirectSecp256k1Wallet.fromKey as Maker) {
  const { privateKey, address } = accountOf(index)
  const signer = await make(privateKey, 'cosmos')
  const client = await SigningStargateClient.connectWithSigner(url(), signer, { broadcastPollIntervalMs: 5 })
  return { client, address }
}
type Maker = (key: Uint8Array, prefix: string) => Promise<OfflineSigner>

/** The code and words that a client throws for. */
async function refusal(run: Promise<unknown>): Promise<[unknown, string]> {
  const error = await run.then(
    () => new Error('It was taken'),
    (thrown: unknown) => thrown,
  )
  const { code, log } = error as { code?: unknown; log?: string }
  return [code, log ?? String(error)]
}

describe('a client of CosmJS', () => {
  test('reads the chain, balances and accounts', async () => {
    const client = await StargateClient.connect(url())
    const { address } = accountOf(9)
    expect(await client.getChainId()).toBe('ironwood-1')
    expect(await client.getHeight()).toBeGreaterThan(0)
    expect(await client.getBalance(address, 'uatom')).toEqual({ denom: 'uatom', amount: String(whole) })
    expect(await client.getBalance(address, 'uosmo')).toEqual({ denom: 'uosmo', amount: '0' })
    expect(await client.getAllBalances(address)).toEqual(coins(whole))
    expect(await client.getAccount(address)).toMatchObject({ address, sequence: 0, pubkey: null })
    expect(await client.getAccount('cosmos1cyyzpxplxdzkeea7kwsydadg87357qnalx9dqz')).toBeNull()
  })

  test.each([
    ['in protobuf', 0, 1, DirectSecp256k1Wallet.fromKey as Maker],
    ['in Amino’s JSON', 2, 3, Secp256k1Wallet.fromKey as Maker],
  ])('sends coins, signed %s', async (_how, from, to, make) => {
    const { client, address } = await clientOf(from, make)
    const receiver = accountOf(to).address
    for (const sequence of [1, 2]) {
      const sent = await client.sendTokens(address, receiver, coins(1_000), fee, 'for lunch')
      expect(sent).toMatchObject({ code: 0, gasUsed: 70_000n, gasWanted: 100_000n })
      expect(await client.getSequence(address)).toMatchObject({ sequence })
    }
    expect(await client.getBalance(receiver, 'uatom')).toMatchObject({ amount: String(whole + 2_000) })
    expect(await client.getBalance(address, 'uatom')).toMatchObject({ amount: String(whole - 3_000) })
  })

  test('pays the fee of a transfer that fails', async () => {
    const { client, address } = await clientOf(4)
    const sent = await client.sendTokens(address, accountOf(0).address, coins(2 * whole), fee)
    expect(sent).toMatchObject({ code: 5, rawLog: expect.stringContaining('insufficient funds') })
    expect(await client.getBalance(address, 'uatom')).toMatchObject({ amount: String(whole - 500) })
    const short = await client.sendTokens(address, accountOf(0).address, coins(1), { ...fee, gas: '1000' })
    expect(short.code).toBe(11)
    expect(await client.getSequence(address)).toMatchObject({ sequence: 2 })
  })
})

describe('it refuses', () => {
  const transfer = (from: string, amount = '1') => ({
    typeUrl: '/cosmos.bank.v1beta1.MsgSend',
    value: { fromAddress: from, toAddress: accountOf(0).address, amount: coins(amount) },
  })
  const signedBy = async (
    data: { accountNumber?: bigint; sequence?: number; chainId?: string } = {},
    more: { fee?: typeof fee; message?: { typeUrl: string; value: unknown }; timeout?: bigint } = {},
  ) => {
    const { client, address } = await clientOf(5)
    const { accountNumber, sequence } = await client.getSequence(address)
    const message = more.message ?? transfer(address)
    const explicit = { accountNumber, sequence, chainId: 'ironwood-1', ...data }
    return {
      client,
      raw: await client.sign(address, [message], more.fee ?? fee, '', explicit, more.timeout),
    }
  }
  const send = async ({ client, raw }: Awaited<ReturnType<typeof signedBy>>) =>
    refusal(client.broadcastTxSync(TxRaw.encode(raw).finish()))

  test.each<[string, Parameters<typeof signedBy>, number, string]>([
    ['a sequence that was used', [{ sequence: 7 }], 32, 'account sequence mismatch, expected 0, got 7'],
    ['another chain’s id', [{ chainId: 'cosmoshub-4' }], 4, 'signature verification failed'],
    ['another account’s number', [{ accountNumber: 99n }], 4, 'signature verification failed'],
    ['a fee that is too low', [{}, { fee: { ...fee, amount: coins(499) } }], 13, 'required: 500uatom'],
    ['no gas', [{}, { fee: { ...fee, gas: '0' } }], 13, 'insufficient fee'],
    [
      'a fee that the account does not have',
      [{}, { fee: { ...fee, amount: coins(2 * whole) } }],
      5,
      'to pay for fees',
    ],
    [
      'another coin',
      [{}, { fee: { ...fee, amount: [{ denom: 'uosmo', amount: '500' }] } }],
      10,
      'invalid coins',
    ],
    [
      'a transfer from another account',
      [{}, { message: transfer(accountOf(1).address) }],
      8,
      'does not match signer',
    ],
    ['an address that is none', [{}, { message: transfer('cosmos1xxx') }], 7, 'invalid address'],
    ['less than a unit', [{}, { message: transfer(accountOf(5).address, '0') }], 10, 'invalid coins'],
    ['a height that is over', [{}, { timeout: 1n }], 30, 'timeout'],
    [
      'another kind of message',
      [
        {},
        {
          message: {
            typeUrl: '/cosmos.gov.v1beta1.MsgVote',
            value: { proposalId: 1n, voter: '', option: 1 },
          },
        },
      ],
      6,
      'this double',
    ],
  ])('%s', async (_what, order, code, words) => {
    expect(await send(await signedBy(...order))).toEqual([code, expect.stringContaining(words)])
  })

  test('a signature with a bit changed, with s in the upper half, and of another length', async () => {
    const { client, raw } = await signedBy()
    const [signature = new Uint8Array()] = raw.signatures
    const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
    const s = order - BigInt(`0x${Buffer.from(signature.subarray(32)).toString('hex')}`)
    const upper = Buffer.concat([
      signature.subarray(0, 32),
      Buffer.from(s.toString(16).padStart(64, '0'), 'hex'),
    ])
    const flipped = Uint8Array.from(signature, (byte, at) => (at === 20 ? byte ^ 1 : byte))
    for (const changed of [flipped, new Uint8Array(upper), signature.subarray(1)])
      expect(await send({ client, raw: { ...raw, signatures: [changed] } })).toEqual([
        4,
        expect.stringContaining('signature verification failed'),
      ])
  })

  test('an account that was never paid, and bytes that are no transaction', async () => {
    const stranger = await DirectSecp256k1Wallet.fromKey(new Uint8Array(32).fill(9), 'cosmos')
    const [{ address } = { address: '' }] = await stranger.getAccounts()
    const client = await SigningStargateClient.connectWithSigner(url(), stranger)
    const explicit = { accountNumber: 0n, sequence: 0, chainId: 'ironwood-1' }
    const raw = await client.sign(address, [transfer(address)], fee, '', explicit)
    expect(await send({ client, raw })).toEqual([4, expect.stringContaining('does not exist')])
    expect((await refusal(client.broadcastTxSync(Uint8Array.of(1, 2, 3))))[0]).toBe(2)
  })
})

describe('its REST API', () => {
  const ask = async (path: string, init?: RequestInit) => {
    const answer = await fetch(url() + path, init)
    return [
      answer.status,
      (await answer.json()) as { readonly tx_response?: { readonly txhash: string } },
    ] as const
  }
  const { address } = accountOf(8)

  test('says what an account holds, its number and its sequence', async () => {
    const bank = `/cosmos/bank/v1beta1/balances/${address}`
    expect(await ask(bank)).toEqual([
      200,
      { balances: coins(whole), pagination: { next_key: null, total: '1' } },
    ])
    expect(await ask(`${bank}/by_denom?denom=uatom`)).toEqual([200, { balance: coins(whole)[0] }])
    expect(await ask(`${bank}/by_denom?denom=uosmo`)).toEqual([
      200,
      { balance: { denom: 'uosmo', amount: '0' } },
    ])
    expect(await ask(`/cosmos/auth/v1beta1/accounts/${address}`)).toMatchObject([
      200,
      { account: { account_number: '8', sequence: '0', pub_key: null } },
    ])
    expect(await ask('/cosmos/base/tendermint/v1beta1/node_info')).toMatchObject([
      200,
      { default_node_info: { network: 'ironwood-1' } },
    ])
  })

  test.each([
    ['/cosmos/bank/v1beta1/balances/cosmos1nobody', 400],
    ['/cosmos/bank/v1beta1/balances/osmo1cyyzpxplxdzkeea7kwsydadg87357qna3zm9wd/by_denom?denom=uatom', 400],
    ['/cosmos/auth/v1beta1/accounts/cosmos1cyyzpxplxdzkeea7kwsydadg87357qnalx9dqz', 404],
    [`/cosmos/tx/v1beta1/txs/${'A'.repeat(64)}`, 404],
  ])('%s is refused with %i', async (path, status) => {
    expect((await ask(path))[0]).toBe(status)
  })

  test('takes a transaction, and says what became of it', async () => {
    const { client, address: sender } = await clientOf(6)
    const { accountNumber, sequence } = await client.getSequence(sender)
    const message = {
      typeUrl: '/cosmos.bank.v1beta1.MsgSend',
      value: { fromAddress: sender, toAddress: accountOf(7).address, amount: coins(5) },
    }
    const raw = await client.sign(sender, [message], fee, '', {
      accountNumber,
      sequence,
      chainId: 'ironwood-1',
    })
    const tx_bytes = Buffer.from(TxRaw.encode(raw).finish()).toString('base64')
    const post = () =>
      ask('/cosmos/tx/v1beta1/txs', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ tx_bytes, mode: 'BROADCAST_MODE_SYNC' }),
      })
    const [, { tx_response }] = await post()
    expect(tx_response).toMatchObject({ code: 0, txhash: expect.stringMatching(/^[0-9A-F]{64}$/) })
    expect(await ask(`/cosmos/tx/v1beta1/txs/${tx_response?.txhash}`)).toMatchObject([
      200,
      { tx_response: { code: 0, gas_used: '70000' } },
    ])
    // A second time it is spent.
    expect((await post())[1].tx_response).toMatchObject({ code: 32, codespace: 'sdk' })
  })
})

test('the state is kept from one start to the next', async () => {
  const { client, address } = await clientOf(0)
  const before = await client.getBalance(address, 'uatom')
  await cosmos.stop()
  cosmos = await start()
  const after = await StargateClient.connect(url())
  expect(await after.getBalance(address, 'uatom')).toEqual(before)
})

test('started with the stack, it tells the widget’s adapter a balance', async () => {
  const lines: string[] = []
  const demand = startDemandChains({
    ports: [['cosmos', 0]],
    host: '127.0.0.1',
    automine: true,
    dataFolder: join(folder, 'stack'),
    fresh: true,
    log: line => lines.push(line),
  })
  try {
    await demand.settled
    expect(demand.stateOf('cosmos')).toBe('running')
    const [, running] = /(http:\/\/localhost:\d+)/.exec(lines.join()) ?? []
    const network = toDemandNetwork('cosmos', running ?? '')
    const adapter = await describeCosmos().load()
    const rpc = async (_method: string, [path]: readonly unknown[]): Promise<unknown> =>
      (await fetch(`${network.rpcUrls.default.http[0]}${path}`)).json()
    expect(await adapter.nativeBalance?.(rpc, accountOf(3).address, network)).toBe(1_000_000_000n)
  } finally {
    await demand.stop()
  }
})
