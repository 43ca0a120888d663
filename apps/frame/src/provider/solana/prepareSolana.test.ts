import { address, createNoopSigner } from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import { expect, test } from 'vitest'
import type { ApprovalProgress } from '../approval.ts'
import { prepareSolana } from './prepareSolana.ts'
import { readSolanaRequest } from './readSolanaRequest.ts'
import { cluster, makeTransaction } from './solana.fixture.ts'

const me = address('7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV')
const friend = address('4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM')

/** The final progress for these node answers. */
async function known(
  answers: Readonly<Record<string, unknown>>,
  payer: string = me,
): Promise<Partial<ApprovalProgress>> {
  const source = createNoopSigner(me)
  const instructions = [getTransferSolInstruction({ source, destination: friend, amount: 5n })]
  const wire = makeTransaction({ payer, blockhash: '11111111111111111111111111111111', instructions })
  const params = { transaction: Buffer.from(wire).toString('base64'), pubkey: me }
  const asking = { host: 'https://shop.example', chainId: cluster, account: me } as const
  const request = readSolanaRequest('solana_signTransaction', params, asking)
  let progress: Partial<ApprovalProgress> = {}
  await prepareSolana(
    {
      nodes: () => async method => {
        if (!Object.hasOwn(answers, method)) throw new Error('silence')
        return answers[method]
      },
      store: { read: async () => undefined } as never,
    },
    request,
    change => {
      progress = { ...progress, ...change }
    },
    new AbortController().signal,
  )
  return progress
}

const account = (lamports: number) => ({
  lamports,
  owner: '11111111111111111111111111111111',
  data: ['', 'base64'],
})

test('takes the fee and what leaves the account from the nodes, each by itself', async () => {
  expect(
    await known({
      getFeeForMessage: { value: 5_000 },
      getMultipleAccounts: { value: [account(10_000), null] },
      simulateTransaction: { value: { err: null, accounts: [account(4_995), account(5)] } },
    }),
  ).toEqual({
    known: [me],
    fee: { value: 5_000n, decimals: 9 },
    holders: {},
    deposits: {},
    tokens: {},
    simulation: { at: 'works', changes: [{ asset: {}, change: -5n }] },
  })
})

test('names the reason of a failing transaction', async () => {
  const logs = [
    'Program 1 invoke',
    'Transfer: insufficient lamports 1, need 5',
    'Program 1 failed: custom error',
  ]
  const { simulation } = await known({
    simulateTransaction: { value: { err: { InstructionError: [0] }, logs } },
  })
  expect(simulation).toEqual({ at: 'fails', reason: 'Program 1 failed: custom error' })
})

test.each<readonly [Readonly<Record<string, unknown>>, object]>([
  [{}, { at: 'unknown' }],
  [{ getFeeForMessage: { value: null }, simulateTransaction: { value: null } }, { at: 'unknown' }],
  [
    { getFeeForMessage: { value: -1 }, simulateTransaction: 'x', getMultipleAccounts: 1.5 },
    { at: 'unknown' },
  ],
  // It works, but what changes cannot be told.
  [
    { getFeeForMessage: { value: 1 }, simulateTransaction: { value: { err: null, accounts: null } } },
    { at: 'works' },
  ],
  [
    {
      getFeeForMessage: { value: 1 },
      getMultipleAccounts: { value: [account(9)] },
      simulateTransaction: { value: { err: null, accounts: [account(9), null] } },
    },
    { at: 'works' },
  ],
  [
    {
      getMultipleAccounts: { value: [account(9), null] },
      simulateTransaction: { value: { err: null, accounts: [account(4), account(5)] } },
    },
    { at: 'works' },
  ],
  [
    {
      getFeeForMessage: { value: 1 },
      getMultipleAccounts: { value: [account(9), { ...account(1), data: ['*', 'base64'] }] },
      simulateTransaction: { value: { err: null, accounts: [account(4), account(5)] } },
    },
    { at: 'works' },
  ],
])('treats an invalid answer as unknown: %j', async (answers, simulation) => {
  expect((await known(answers)).simulation).toEqual(simulation)
})

test("does not count another payer's cost", async () => {
  expect((await known({}, friend)).fee).toEqual({ value: 0n, decimals: 9 })
})
