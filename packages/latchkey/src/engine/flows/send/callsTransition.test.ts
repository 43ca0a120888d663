import { expect, test } from 'vitest'
import { type CallsEvent, type CallsState, callStatus, callsTransition } from './callsTransition.ts'

const begun: CallsState = {
  network: {
    chainNamespace: 'eip155',
    caipNetworkId: 'eip155:1',
    id: 1,
    name: 'Ethereum',
    nativeCurrency: { name: 'Ether', decimals: 18, symbol: 'ETH' },
    rpcUrls: { default: { http: [] } },
  },
  calls: [{ to: '0x1' }, { to: '0x2' }, { to: '0x3' }],
  at: 'asking',
  sent: 0,
  confirmed: 0,
  batch: false,
}
const one = { type: 'progressed', sent: 1, confirmed: 0 } as const
const oneDone = { type: 'progressed', sent: 1, confirmed: 1 } as const
const two = { type: 'progressed', sent: 2, confirmed: 1 } as const

test.each<[string, readonly CallsEvent[], readonly string[]]>([
  ['asked for', [], ['waiting', 'waiting', 'waiting']],
  ['the first is sent', [one], ['sent', 'waiting', 'waiting']],
  ['the second is sent', [one, two], ['confirmed', 'sent', 'waiting']],
  ['all are confirmed', [one, two, { type: 'confirmed' }], ['confirmed', 'confirmed', 'confirmed']],
  ['the second fails on the chain', [one, two, { type: 'failed' }], ['confirmed', 'failed', 'notSent']],
  ['the first is declined', [{ type: 'stopped', code: 'SEND_REJECTED' }], ['notSent', 'notSent', 'notSent']],
  [
    'the second is declined',
    [one, oneDone, { type: 'stopped', code: 'SEND_REJECTED' }],
    ['confirmed', 'notSent', 'notSent'],
  ],
  [
    'the second may be sent',
    [one, oneDone, { type: 'stopped', code: 'SEND_UNKNOWN' }],
    ['confirmed', 'unknown', 'notSent'],
  ],
  ['one or all may be sent', [{ type: 'stopped', code: 'SEND_UNKNOWN' }], ['unknown', 'unknown', 'unknown']],
  [
    'the caller no longer waits for the first',
    [one, { type: 'stopped', code: 'RPC_ABORTED' }],
    ['sent', 'notSent', 'notSent'],
  ],
  ['a batch is taken', [{ type: 'batched' }], ['sent', 'sent', 'sent']],
  [
    'a batch is confirmed',
    [{ type: 'batched' }, { type: 'confirmed' }],
    ['confirmed', 'confirmed', 'confirmed'],
  ],
  [
    'a batch fails, in part or not',
    [{ type: 'batched' }, { type: 'failed' }],
    ['unknown', 'unknown', 'unknown'],
  ],
  [
    'a batch is never sent',
    [{ type: 'batched' }, { type: 'stopped', code: 'SEND_FAILED' }],
    ['notSent', 'notSent', 'notSent'],
  ],
])('%s', (_, events, statuses) => {
  const state = events.reduce(callsTransition, begun)
  expect(state.calls.map((_, index) => callStatus(state, index))).toEqual(statuses)
})
