import { createSimulatedWallet, testAccounts, thrownNames } from '@latchkey/testing'
import { expect, test } from 'vitest'
import { createError } from '../../../contract/errors/createError.ts'
import { mainnet } from '../../../contract/networks/evm.ts'
import { toFrameError } from '../../../embedded/toFrameError.ts'
import { toProviderError } from '../../../embedded/toProviderError.ts'
import { walletError } from '../../conformance/fakeEvmProvider.ts'
import { transferOrder } from '../../conformance/transferOrder.ts'
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
  [-32_000, 'invalid chain id for signer: have 1 want 137', 'SEND_FAILED'],
  [-32_603, 'Provided chainId "0x1" must match the active chainId "0x89"', 'SEND_FAILED'],
  [-32_603, 'Chain ID mismatch', 'SEND_FAILED'],
  // All that may have gone out all the same.
  [-32_000, 'already known', 'SEND_UNKNOWN'],
  [-32_603, 'Request timed out after insufficient funds check', 'SEND_UNKNOWN'],
  [-32_603, 'Internal error', 'SEND_UNKNOWN'],
  [-32_603, 'Connection lost (method="sendRawTransaction", chainId=137)', 'SEND_UNKNOWN'],
  [4900, 'disconnected', 'SEND_UNKNOWN'],
  [undefined, 'Failed to fetch', 'SEND_UNKNOWN'],
  [5730, 'unknown bundle', 'SEND_UNKNOWN'],
] as const)('F19 a wallet that throws %s "%s" is %s', (code, message, expected) => {
  expect(toSendError(walletError(code, message))).toMatchObject({
    code: expected,
    context: { walletMessage: message },
  })
})

test('T73 a nonce of ours that is used may have been used by the earlier try', () => {
  for (const message of ['nonce too low', 'replacement transaction underpriced'])
    expect(toSendError(walletError(-32_000, message), { hasNonce: true }).code).toBe('SEND_UNKNOWN')
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

test.each([
  ['SIGN_REJECTED', 4001, 'SEND_REJECTED'],
  // Another call of the page took back what waited; what was agreed to is never taken back.
  ['RPC_ABORTED', 4001, 'SEND_REJECTED'],
  ['SEND_FAILED', -32_003, 'SEND_FAILED'],
  ['ACTION_NOT_ALLOWED', -32_602, 'SEND_FAILED'],
  ['NOT_CONNECTED', 4100, 'SEND_FAILED'],
  ['UNSUPPORTED_CHAIN', 4901, 'SEND_FAILED'],
  ['UNKNOWN', -32_002, 'SEND_BUSY'],
  ['UNKNOWN', -32_603, 'SEND_UNKNOWN'],
  // It went out, and no node says that it is there.
  ['SEND_UNKNOWN', -32_002, 'SEND_UNKNOWN'],
] as const)('T73 the embedded wallet that answers %s, %i is %s', (code, number, expected) => {
  const answer = toFrameError({ code, rpc: { code: number, message: 'Words' } }, 'RPC_REQUEST')
  expect(toSendError(toProviderError(answer)).code).toBe(expected)
})

test.each(['RPC_ABORTED', 'IFRAME_TIMEOUT', 'IFRAME_LOAD_FAILED', 'FRAME_ERROR', 'DESTROYED'] as const)(
  'T73 an embedded wallet that is lost with %s may have sent it',
  code => {
    expect(toSendError(toProviderError(createError(code))).code).toBe('SEND_UNKNOWN')
  },
)

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
    .transfer?.(
      transferOrder({
        transfer: {
          from,
          network: mainnet,
          to: '0x00000000000000000000000000000000000000AA',
          asset: { symbol: 'ETH', decimals: 18 },
          amount: { value: 1n, decimals: 18 },
        },
      }),
    )
  await expect(sent).rejects.toMatchObject({
    name: 'LatchkeyError',
    code: expect.stringMatching(/^SEND_(UNKNOWN|REJECTED|FAILED|BUSY)$/),
  })
})
