import { expect, test } from 'vitest'
import type { LatchkeyError } from '../../contract/error.ts'
import { mainnet } from '../../contract/networks/evm.ts'
import { fakeEvmProvider, walletError } from '../conformance/fakeEvmProvider.ts'
import { createEvmAdapter } from './createEvmAdapter.ts'

const vitalik = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'

function connect(answers: Record<string, unknown>, silent = false) {
  const provider = fakeEvmProvider({ eth_chainId: '0x1', ...answers })
  const { signal } = new AbortController()
  return createEvmAdapter().connect(provider, { silent, signal, networks: [mainnet] })
}

async function failure(answers: Record<string, unknown>, silent = false): Promise<LatchkeyError> {
  return await connect(answers, silent).then(
    () => expect.unreachable('the wallet should not connect'),
    error => error,
  )
}

test.each([
  ['hex', '0x2105', 'eip155:8453'],
  ['upper-case hex', '0XA', 'eip155:10'],
  ['decimal text', '137', 'eip155:137'],
  ['a number', 42161, 'eip155:42161'],
  ['leading zeros', '0x01', 'eip155:1'],
  ['the largest safe integer', Number.MAX_SAFE_INTEGER, `eip155:${Number.MAX_SAFE_INTEGER}`],
])('reads a chain id given as %s', async (_name, answer, id) => {
  const state = await connect({ eth_requestAccounts: [vitalik], eth_chainId: answer })
  expect(state).toEqual({ caipNetworkId: id, accounts: [{ caip10: `${id}:${vitalik}`, type: 'eoa' }] })
})

test.each([
  undefined,
  null,
  '',
  '0x',
  '0',
  0,
  -1,
  1.5,
  Number.NaN,
  1n,
  true,
  [],
  ['0x1'],
  {},
  '0x1 ',
  'mainnet',
  '1e3',
  `0x${'f'.repeat(16)}`,
  2 ** 53,
  'f'.repeat(1_000_000),
])('refuses the chain id %#', async answer => {
  expect(await failure({ eth_requestAccounts: [vitalik], eth_chainId: answer })).toMatchObject({
    code: 'WALLET_BAD_ANSWER',
    message: 'The wallet sent an invalid answer',
    context: { method: 'eth_chainId' },
  })
})

test('accounts are EIP-55, each once, the active one first, at most a hundred', async () => {
  const lower = vitalik.toLowerCase()
  const many = Array.from({ length: 300 }, (_, at) => `0x${at.toString(16).padStart(40, '0')}`)
  const state = await connect({ eth_requestAccounts: [lower, vitalik, lower.slice(2), ...many] })
  expect(state?.accounts).toHaveLength(98)
  expect(state?.accounts[0]).toEqual({ caip10: `eip155:1:${vitalik}`, type: 'eoa' })
})

test.each([
  undefined,
  null,
  vitalik,
  {},
  { 0: vitalik, length: 1 },
  [],
  [null],
  [vitalik, 7],
  [[vitalik]],
  ['vitalik.eth'],
  [vitalik.replace('d8dA', 'D8dA')],
])('refuses the accounts %#', async answer => {
  expect(await failure({ eth_requestAccounts: answer })).toMatchObject({
    code: 'WALLET_BAD_ANSWER',
    context: { method: 'eth_requestAccounts' },
  })
})

test('a silent question to a wallet that has not authorised the page has no answer', async () => {
  expect(await connect({ eth_accounts: [] }, true)).toBeUndefined()
  expect(await connect({ eth_accounts: () => Promise.reject(walletError(4100)) }, true)).toBeUndefined()
  expect(await failure({ eth_accounts: () => Promise.reject(walletError(4900)) }, true)).toMatchObject({
    code: 'CONNECT_FAILED',
  })
})

test.each([4001, 5000, 5002, '4001'])('%s means the person said no', async code => {
  expect(await failure({ eth_requestAccounts: () => Promise.reject(walletError(code)) })).toMatchObject({
    code: 'CONNECTION_REJECTED',
    message: 'Connection rejected',
    kind: 'rejected',
    context: { walletCode: Number(code), walletMessage: 'from the wallet' },
  })
})

test('a request that is already pending says to open the wallet', async () => {
  expect(await failure({ eth_requestAccounts: () => Promise.reject(walletError(-32002)) })).toMatchObject({
    code: 'CONNECT_FAILED',
    context: {
      walletCode: -32002,
      reason: 'request-pending',
      hint: expect.stringContaining('Open the wallet'),
    },
  })
})

test('a wallet that throws at once and one that rejects fail alike', async () => {
  const thrown = {
    eth_requestAccounts: () => {
      throw walletError(-32603, 'internal')
    },
  }
  const rejected = { eth_requestAccounts: () => Promise.reject(walletError(-32603, 'internal')) }
  for (const answers of [thrown, rejected]) {
    expect(await failure(answers)).toMatchObject({
      code: 'CONNECT_FAILED',
      context: { walletMessage: 'internal' },
    })
  }
})

test('the first of two answers counts', async () => {
  const twice = {
    // biome-ignore lint/suspicious/noThenProperty: a wallet's own promise that settles twice.
    then: (resolve: (value: unknown) => void, reject: (reason: unknown) => void) => {
      resolve([vitalik])
      resolve(['0x0000000000000000000000000000000000000001'])
      reject(walletError(4001))
    },
  }
  const state = await connect({ eth_requestAccounts: () => twice })
  expect(state?.accounts.map(account => account.caip10)).toEqual([`eip155:1:${vitalik}`])
})

test('closing while the second question is open leaves it', async () => {
  const closing = new AbortController()
  const provider = fakeEvmProvider({
    eth_requestAccounts: [vitalik],
    eth_chainId: () => {
      closing.abort()
      return new Promise(() => undefined)
    },
  })
  await expect(
    createEvmAdapter().connect(provider, { silent: false, signal: closing.signal, networks: [] }),
  ).rejects.toMatchObject({ code: 'MODAL_CLOSED', message: 'Modal closed' })
})
