import { describe, expect, it } from 'vitest'
import { EnvironmentError } from '../../../core/settings/environmentError.ts'
import { parseEnvironment } from '../../../parseEnvironment.ts'

const nodes = {
  RPC_UPSTREAMS: '{"eip155:10":["https://node.example"],"eip155:31337":["http://localhost:1"]}',
}
const read = (environment: Record<string, string>) =>
  parseEnvironment({ ...nodes, ...environment }).social.farcaster
const address = `0x${'1d'.repeat(20)}`

it('is off unless a chain is named, and on OP Mainnet knows everything else', () => {
  expect(read({})).toBeUndefined()
  expect(read({ FARCASTER_ID_REGISTRY: address })).toBeUndefined()
  expect(read({ FARCASTER_CHAIN: 'eip155:10' })).toEqual({
    chain: 'eip155:10',
    idRegistry: '0x00000000fc6c5f01fc30151999387bb99a9f489b',
    keyRegistry: '0x00000000fc1237824fb747abde0ff18990e59b7e',
    channel: { relay: 'https://relay.farcaster.xyz' },
  })
})

it('takes another chain with its registry, and an app instead of a relay', () => {
  const own = { FARCASTER_CHAIN: 'eip155:31337', FARCASTER_ID_REGISTRY: address }
  expect(read(own)).toMatchObject({ idRegistry: address, keyRegistry: undefined })
  const app = 'https://app.example/sign-in'
  expect(read({ ...own, FARCASTER_APP_URL: app })?.channel).toEqual({ app })
  const relay = 'http://localhost:4405'
  expect(read({ ...own, FARCASTER_RELAY_URL: `${relay}/` })?.channel).toEqual({ relay })
})

describe('refuses', () => {
  it.each([
    ['FARCASTER_CHAIN', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
    ['FARCASTER_CHAIN', 'eip155:0'],
    ['FARCASTER_CHAIN', 'eip155:1'],
    ['FARCASTER_CHAIN', 'eip155:31337'],
    ['FARCASTER_ID_REGISTRY', '0x12'],
    ['FARCASTER_KEY_REGISTRY', 'name.eth'],
    ['FARCASTER_APP_URL', 'http://app.example'],
    ['FARCASTER_APP_URL', 'javascript:alert(1)'],
    ['FARCASTER_APP_URL', 'https://user:secret@app.example'],
    ['FARCASTER_APP_URL', 'https://app.example/#a'],
    ['FARCASTER_RELAY_URL', 'http://relay.example'],
    ['FARCASTER_RELAY_URL', 'farcaster://relay'],
  ])('%s of %s', (name, value) => {
    const read = () => parseEnvironment({ ...nodes, [name]: value })
    expect(read).toThrow(EnvironmentError)
    expect(read).toThrow(name)
    expect(read).not.toThrow(value)
  })
})
