/** What wallets answer over the relay; the sessions themselves are tested beside the pairing client. */
import { expect, test } from 'vitest'
import { toNetwork } from '../../contract/network.ts'
import { sui, suiTestnet } from '../../contract/networks/sui.ts'
import { fakeEvmProvider } from '../conformance/fakeEvmProvider.ts'
import { bindPaired } from './bindPaired.ts'

const network = toNetwork(suiTestnet)
const address = `0x${'a'.repeat(64)}`
const other = `0x${'0'.repeat(63)}2`
const account = { address, type: 'eoa' } as const
const order = { silent: false, network, networks: [network], joint: [] }

function bind(answers: Readonly<Record<string, unknown>> = {}) {
  const provider = fakeEvmProvider(answers)
  const wallet = bindPaired(provider)
  if (!wallet) expect.unreachable('it takes requests')
  return { provider, wallet }
}

test('each call goes with its network, and a text as it is', async () => {
  const asked: unknown[][] = []
  const wallet = bindPaired({
    request: async (...call: unknown[]) => {
      asked.push(call)
      return asked.length > 1 ? { signature: 'AAEC' } : [{ pubkey: 'AC68', address }]
    },
  })
  expect(await wallet?.accounts(order)).toEqual([account])
  expect(await wallet?.signMessage?.({ account, network, message: 'Grüße' })).toBe('AAEC')
  expect(asked).toEqual([
    [{ method: 'sui_getAccounts', params: {} }, 'sui:testnet'],
    [{ method: 'sui_signPersonalMessage', params: { message: 'Grüße', address } }, 'sui:testnet'],
  ])
})

test.each([
  [
    [{ pubkey: 'AC68', address }, { address: '0x2' }, { address }],
    [address, other],
  ],
  [[address], [address]],
  [[], []],
  ['[]', 'bad'],
  [[{ address }, { address: 'short' }], 'bad'],
  [[{ pubkey: address }], 'bad'],
  [{ 0: address, length: 1 }, 'bad'],
  [null, 'bad'],
])('the accounts of %j are %j', async (answer, expected) => {
  const accounts = await bind({ sui_getAccounts: answer }).wallet.accounts(order)
  expect(accounts === 'bad' ? accounts : accounts?.map(each => each.address)).toEqual(expected)
})

test('accounts that the session has are known without a request', async () => {
  const asked: string[] = []
  const request = async () => expect.unreachable('no phone is woken up')
  const addresses = (network: string) => {
    asked.push(network)
    return [address, '0x2']
  }
  expect(await bindPaired({ request, addresses })?.accounts(order)).toMatchObject([
    { address },
    { address: other },
  ])
  expect(asked).toEqual(['sui:testnet'])
})

test.each([
  [undefined],
  [null],
  ['AAEC'],
  [{}],
  [{ signature: 7 }],
  [{ signature: '' }],
  [{ signature: '%' }],
  [{ signature: 'AAEC', bytes: 'ZXZpbA==' }],
  [{ signature: 'AAEC', bytes: 7 }],
])('the answer %j signs nothing', async answer => {
  const { wallet } = bind({ sui_signPersonalMessage: answer })
  await expect(wallet.signMessage?.({ account, network, message: 'hello' })).rejects.toMatchObject({
    code: 'WALLET_BAD_ANSWER',
  })
})

test('an answer may name the bytes, where they are ours', async () => {
  const { wallet } = bind({ sui_signPersonalMessage: { signature: 'AAEC', bytes: 'aGVsbG8=' } })
  expect(await wallet.signMessage?.({ account, network, message: 'hello' })).toBe('AAEC')
})

test('what the session does not grant is absent', () => {
  const request = async () => undefined
  const poor = bindPaired({ request, methods: ['sui_getAccounts'], chains: ['sui:mainnet'] })
  expect(poor?.signMessage).toBeUndefined()
  expect([toNetwork(sui), network].map(each => poor?.reaches?.(each))).toEqual([true, false])
  const rich = bindPaired({ request, methods: ['sui_signPersonalMessage'], chains: ['sui:testnet'] })
  expect(rich?.signMessage).toBeDefined()
  expect(bindPaired({})).toBeUndefined()
})

test('changes are heard until the stop', () => {
  const { wallet, provider } = bind()
  const changes: string[] = []
  const stop = wallet.watch(change => changes.push(change))
  provider.emit('accountsChanged', [other])
  provider.emit('chainChanged', 'sui:mainnet')
  provider.emit('disconnect', new Error('over'))
  expect(changes).toEqual(['stale', 'stale', 'disconnected'])
  stop()
  expect(provider.listenerCount()).toBe(0)
})
