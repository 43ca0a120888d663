import { createSimulatedWallet, testAccounts, thrownNames } from '@latchkey/testing'
import { expect, test } from 'vitest'
import { createError } from '../../../contract/errors/createError.ts'
import { mainnet } from '../../../contract/networks/evm.ts'
import { walletError } from '../../conformance/fakeEvmProvider.ts'
import { createEvmAdapter } from '../createEvmAdapter.ts'
import { toSendError } from './toSendError.ts'

test.each([
  [4001, 'no', 'SEND_REJECTED'],
  ['4001', 'no', 'SEND_REJECTED'],
  [5000, 'no', 'SEND_REJECTED'],
  [-32_603, 'User rejected the request.', 'SEND_REJECTED'],
  [-32_002, 'Request already pending', 'SEND_BUSY'],
  [4100, 'not authorised', 'SEND_FAILED'],
  [4200, 'not supported', 'SEND_FAILED'],
  [-32_602, 'bad params', 'SEND_FAILED'],
  [-32_603, 'insufficient funds for gas * price + value', 'SEND_FAILED'],
  [-32_000, 'execution reverted: paused', 'SEND_FAILED'],
  [-32_000, 'nonce too low', 'SEND_FAILED'],
  [-32_000, 'replacement transaction underpriced', 'SEND_FAILED'],
  // All that may have gone out all the same.
  [-32_000, 'already known', 'SEND_UNKNOWN'],
  [-32_603, 'Request timed out after insufficient funds check', 'SEND_UNKNOWN'],
  [-32_603, 'Internal error', 'SEND_UNKNOWN'],
  [4900, 'disconnected', 'SEND_UNKNOWN'],
  [undefined, 'Failed to fetch', 'SEND_UNKNOWN'],
  [5730, 'unknown bundle', 'SEND_UNKNOWN'],
] as const)('F19 a wallet that throws %s "%s" is %s', (code, message, expected) => {
  expect(toSendError(walletError(code, message))).toMatchObject({
    code: expected,
    context: { walletMessage: message },
  })
})

test('T73 with a place of ours, one that is taken may be taken by the earlier try', () => {
  for (const message of ['nonce too low', 'replacement transaction underpriced'])
    expect(toSendError(walletError(-32_000, message), { placed: true }).code).toBe('SEND_UNKNOWN')
})

test.each([
  [walletError(-32_603, 'Internal JSON-RPC error.', { message: 'nonce too low' }), 'SEND_FAILED'],
  [createError('APKT004'), 'SEND_UNKNOWN'],
  [createError('APKT006'), 'SEND_FAILED'],
  [Object.assign(new Error('relay'), { code: -32_603, cause: createError('APKT004') }), 'SEND_UNKNOWN'],
  [null, 'SEND_UNKNOWN'],
  [undefined, 'SEND_UNKNOWN'],
  ['user rejected', 'SEND_REJECTED'],
  [7, 'SEND_UNKNOWN'],
])('%o is %s', (cause, expected) => {
  expect(toSendError(cause).code).toBe(expected)
})

test.each(thrownNames)('is an error of ours for a wallet that throws %s', async how => {
  const wallet = createSimulatedWallet({
    name: 'Simulated',
    rdns: 'com.example.simulated',
    chains: [{ id: 1 }],
    memory: false,
    connected: true,
    origin: 'https://host.example',
    target: new EventTarget(),
    announce: 'manual',
    script: { eth_sendTransaction: { kind: 'throw', how } },
  })
  const from = `eip155:1:${testAccounts[0]?.address}` as const
  const sent = createEvmAdapter()
    .abilities(wallet.provider)
    .transfer?.({
      transfer: {
        from,
        network: mainnet,
        to: '0x00000000000000000000000000000000000000AA',
        asset: { symbol: 'ETH', decimals: 18 },
        amount: { value: 1n, decimals: 18 },
      },
      signal: new AbortController().signal,
    })
  await expect(sent).rejects.toMatchObject({
    name: 'LatchkeyError',
    code: expect.stringMatching(/^SEND_(UNKNOWN|REJECTED|FAILED|BUSY)$/),
  })
})
