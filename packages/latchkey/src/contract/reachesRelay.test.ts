import { describe, expect, test } from 'vitest'
import { reachesRelay } from './reachesRelay.ts'

const ours = 'wss://relay.example.com/relay'

describe('reachesRelay', () => {
  test.each([
    ['no relay, no pairing', undefined, undefined, false, false],
    [
      'a listing without relays is on the public network',
      undefined,
      'wss://relay.walletconnect.com',
      false,
      true,
    ],
    ['its second name', undefined, 'wss://relay.walletconnect.org/?x=1', false, true],
    ['which is not ours', undefined, ours, false, false],
    ['the host vouches for its own wallets', undefined, ours, true, true],
    ['but not against what they say themselves', ['wss://other.example'], ours, true, false],
    ['one of several', ['wss://other.example', 'wss://RELAY.example.com/'], ours, false, true],
    ['another port is another relay', ['ws://127.0.0.1:1'], 'ws://127.0.0.1:2', false, false],
  ] as const)('%s', (_rule, relays, relay, isOwn, expected) => {
    expect(reachesRelay(relays ? { relays } : {}, relay, isOwn)).toBe(expected)
  })
})
