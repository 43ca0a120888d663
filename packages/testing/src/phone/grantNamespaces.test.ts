import { expect, test } from 'vitest'
import { grantNamespaces } from './grantNamespaces.ts'

const phone = {
  chains: ['eip155:10', 'eip155:1'],
  addresses: ['0xb', '0xa'],
  methods: ['personal_sign', 'eth_sendTransaction'],
  events: ['chainChanged'],
}
const eip155 = (chains: string[] | undefined, methods = ['personal_sign', 'eth_sign']) => ({
  ...(chains && { chains }),
  methods,
  events: ['chainChanged', 'message'],
})

test('grants the requested chains that the phone has, its own chain and account first', () => {
  expect(
    grantNamespaces({}, { eip155: eip155(['eip155:1', 'eip155:10', 'eip155:5']) }, { eip155: phone }),
  ).toEqual({
    eip155: {
      chains: ['eip155:10', 'eip155:1'],
      accounts: ['eip155:10:0xb', 'eip155:1:0xb', 'eip155:10:0xa', 'eip155:1:0xa'],
      methods: ['personal_sign'],
      events: ['chainChanged'],
    },
  })
})

test('reads a chain in the key, as older sites write it', () => {
  const granted = grantNamespaces({ 'eip155:1': eip155(undefined) }, {}, { eip155: phone })
  expect(granted?.eip155?.chains).toEqual(['eip155:1'])
})

test.each([
  ['nothing that it has', {}, { eip155: eip155(['eip155:5']) }, phone],
  ['another ecosystem alone', {}, { solana: eip155(['solana:x']) }, phone],
  ['a required chain that it lacks', { eip155: eip155(['eip155:1', 'eip155:5']) }, {}, phone],
  [
    'a required ecosystem that it lacks',
    { cosmos: eip155(['cosmos:x']) },
    { eip155: eip155(['eip155:1']) },
    phone,
  ],
  ['no account that it shows', {}, { eip155: eip155(['eip155:1']) }, { ...phone, addresses: [] }],
] as const)('grants nothing when asked for %s', (_what, required, optional, assets) => {
  expect(grantNamespaces(required, optional, { eip155: assets })).toBeUndefined()
})

test('grants each ecosystem that it has, with its own accounts and methods', () => {
  const solana = {
    chains: ['solana:x'],
    addresses: ['Key'],
    methods: ['solana_signMessage'],
    events: ['accountsChanged'],
  }
  const both = { eip155: eip155(['eip155:1']), solana: eip155(['solana:x', 'solana:y'], solana.methods) }
  expect(grantNamespaces({}, both, { eip155: phone, solana })).toMatchObject({
    eip155: { chains: ['eip155:1'], methods: ['personal_sign'] },
    solana: {
      chains: ['solana:x'],
      accounts: ['solana:x:Key'],
      methods: ['solana_signMessage'],
      events: [],
    },
  })
  expect(grantNamespaces({}, { solana: both.solana }, { eip155: phone, solana })).not.toHaveProperty('eip155')
  expect(grantNamespaces({ solana: both.solana }, {}, { eip155: phone, solana })).toBeUndefined()
})
