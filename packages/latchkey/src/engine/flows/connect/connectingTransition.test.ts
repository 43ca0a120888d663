import { describe, expect, test } from 'vitest'
import { createError } from '../../../contract/errors/createError.ts'
import { type ConnectingEvent, type ConnectingState, connectingTransition } from './connectingTransition.ts'

const asked: ConnectingEvent = { type: 'asked', attempt: 1, namespace: 'eip155' }
const refused = (error = createError('CONNECT_FAILED'), attempt = 1): ConnectingEvent => ({
  type: 'refused',
  attempt,
  error,
})
const connected: ConnectingEvent = {
  type: 'connected',
  attempt: 1,
  connection: {
    id: 'one',
    walletId: 'fox',
    wallet: { name: 'Fox Wallet' },
    transport: 'injected',
    type: 'INJECTED',
    namespaces: {},
  },
}
const pending = createError('CONNECT_FAILED', { context: { reason: 'request-pending' } })

function after(...events: readonly ConnectingEvent[]): ConnectingState {
  return events.reduce<ConnectingState>(connectingTransition, { at: 'idle' })
}

function shown(state: ConnectingState): string {
  if (state.at === 'requesting') return `requesting ${state.waiting}`
  if (state.at === 'failed') return `failed ${state.failure}`
  return state.at
}

const table: readonly (readonly [rule: string, events: readonly ConnectingEvent[], expected: string])[] = [
  ['a wallet that is not here', [{ type: 'entered', namespaces: [] }], 'notInstalled'],
  ['a wallet of two namespaces', [{ type: 'entered', namespaces: ['eip155', 'solana'] }], 'choosing'],
  ['asked', [{ type: 'entered', namespaces: ['eip155'] }, asked], 'requesting brief'],
  ['after 10 s', [asked, { type: 'waited', attempt: 1, waiting: 'slow' }], 'requesting slow'],
  ['after 30 s', [asked, { type: 'waited', attempt: 1, waiting: 'silent' }], 'requesting silent'],
  ['approved', [asked, connected], 'connected'],
  ['approved after 30 s', [asked, { type: 'waited', attempt: 1, waiting: 'silent' }, connected], 'connected'],
  ['declined', [asked, refused(createError('CONNECTION_REJECTED'))], 'rejected'],
  ['an earlier request waits in the wallet', [asked, refused(pending)], 'failed pending'],
  ['nonsense', [asked, refused(createError('WALLET_BAD_ANSWER'))], 'failed badAnswer'],
  ['the adapter could not be loaded', [asked, refused(createError('CHUNK_FAILED'))], 'failed chunk'],
  ['the network is away', [asked, refused(createError('APKT003'))], 'failed offline'],
  ['no answer in its time', [asked, refused(createError('APKT004'))], 'failed unanswered'],
  ['anything else', [asked, refused()], 'failed other'],
  ['tried again', [asked, refused(), { ...asked, attempt: 2 }], 'requesting brief'],
  [
    'an answer to an earlier try is dropped',
    [asked, { ...asked, attempt: 2 }, refused()],
    'requesting brief',
  ],
  [
    'an approval of an earlier try is dropped',
    [asked, { ...asked, attempt: 2 }, connected],
    'requesting brief',
  ],
  [
    'a timer of an earlier try is dropped',
    [asked, { ...asked, attempt: 2 }, { type: 'waited', attempt: 1, waiting: 'silent' }],
    'requesting brief',
  ],
  ['a second answer is dropped', [asked, connected, refused()], 'connected'],
  [
    'a timer after the answer is dropped',
    [asked, refused(), { type: 'waited', attempt: 1, waiting: 'slow' }],
    'failed other',
  ],
  ['left', [asked, { type: 'left' }], 'idle'],
  ['an answer after leaving is dropped', [asked, { type: 'left' }, connected], 'idle'],
]

describe('connectingTransition', () => {
  test.each(table)('%s', (_rule, events, expected) => {
    expect(shown(after(...events))).toBe(expected)
  })
})
