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

test('takes the fee and the remaining balance from the nodes', async () => {
  expect(
    await known({
      getFeeForMessage: { value: 5_000 },
      getBalance: { value: 10_000 },
      simulateTransaction: { value: { err: null, accounts: [{ lamports: 4_995 }] } },
    }),
  ).toEqual({
    known: [me],
    fee: { value: 5_000n, decimals: 9 },
    simulation: { at: 'works', changes: [{ asset: { symbol: 'SOL', decimals: 9 }, change: -5_005n }] },
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

test.each([
  {},
  { getFeeForMessage: { value: null }, simulateTransaction: { value: null } },
  { getFeeForMessage: { value: -1 }, simulateTransaction: 'x', getBalance: { value: 1.5 } },
])('treats an invalid answer as unknown: %j', async answers => {
  expect(await known(answers)).toEqual({ known: [me], simulation: { at: 'unknown' } })
})

test("does not count another payer's cost", async () => {
  expect((await known({}, friend)).fee).toEqual({ value: 0n, decimals: 9 })
})
