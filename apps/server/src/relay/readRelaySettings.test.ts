import { expect, it } from 'vitest'
import { EnvironmentError } from '../core/settings/environmentError.ts'
import { parseEnvironment } from '../parseEnvironment.ts'

it('T88 T90: limits are these unless they are set', () => {
  expect(parseEnvironment({}).relay).toEqual({
    publicUrls: [],
    drainTime: undefined,
    limits: {
      message: 131_072,
      mailboxMessages: 1_000,
      mailbox: 4_194_304,
      subscribersPerTopic: 4,
      subscriptionsPerClient: 5_000,
      subscriptions: 10_000_000,
      callsPerSecond: 15,
      callsBurst: 100,
      handshakesPerMinute: 60,
      handshakesBurst: 20,
      handshakesPerMinuteOfClient: 10,
      socketsPerAddress: 200,
      socketsPerProject: 50_000,
      projectBytes: 4_294_967_296,
      unfinishedBytes: 2_097_152,
      refusals: 500,
      refusalDelay: 2_000,
    },
  })
})

it('public URLs are a list of sockets', () => {
  const { relay } = parseEnvironment({
    RELAY_PUBLIC_URLS: 'wss://a.example/relay, ws://127.0.0.1:8787/relay',
    RELAY_SUBSCRIBERS_PER_TOPIC: '7',
  })
  expect(relay.publicUrls).toEqual(['wss://a.example/relay', 'ws://127.0.0.1:8787/relay'])
  expect(relay.limits.subscribersPerTopic).toBe(7)
  for (const wrong of [
    'https://a.example',
    'wss://a.example/?x=1',
    'wss://u:p@a.example',
    'a.example,',
    'wss://a b',
  ])
    expect(() => parseEnvironment({ RELAY_PUBLIC_URLS: wrong }), wrong).toThrow(EnvironmentError)
})
