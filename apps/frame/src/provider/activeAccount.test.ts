import { expect, test } from 'vitest'
import { keptTypes } from '../login/accountTypes.ts'
import { addresses, carrying, openOperationWorld, plain, safe, shop } from './operation/operation.fixture.ts'

const failure = (code: number) => ({ context: { rpc: { code } } })
const plainAbilities = { atomic: { status: 'unsupported' }, inOrder: { supported: true } }
const smartAbilities = { atomic: { status: 'supported' }, paymasterService: { supported: true } }

test('the smart account is in use where its network is carried, the plain one elsewhere, and pages hear of it', async () => {
  const world = openOperationWorld()
  expect(await world.ask('eth_accounts')).toEqual([safe.address])
  await world.provider.switchNetwork(plain)
  expect(await world.ask('eth_accounts', [], plain)).toEqual([addresses.eip155])
  await world.provider.switchNetwork(carrying)
  expect(world.told).toEqual([
    ['PROVIDER', { event: 'chainChanged', chainId: plain }],
    ['PROVIDER', { event: 'accountsChanged', accounts: [addresses.eip155] }],
    ['PROVIDER', { event: 'chainChanged', chainId: carrying }],
    ['PROVIDER', { event: 'accountsChanged', accounts: [safe.address] }],
  ])
})

test.each([
  ['without a chosen type', {}, {}, addresses.eip155],
  ['with the plain type', { eip155: 'eoa' }, {}, addresses.eip155],
  ['with the smart type', { eip155: 'smartAccount' }, {}, safe.address],
  [
    'where services list no network',
    { eip155: 'smartAccount' },
    { smartNetworks: async () => [] },
    addresses.eip155,
  ],
  [
    'where the network carries other contracts alone',
    { eip155: 'smartAccount' },
    { smartNetworks: async () => [{ chainId: carrying, safe: false, delegation: true } as const] },
    addresses.eip155,
  ],
  ['of a wallet made with the smart account', {}, {}, safe.address, 'smartAccount'],
  ['with the plain type of such a wallet', { eip155: 'eoa' }, {}, addresses.eip155, 'smartAccount'],
  [
    'of such a wallet where services list no network',
    {},
    { smartNetworks: async () => [] },
    addresses.eip155,
    'smartAccount',
  ],
] as const)(
  '%s the account is the one of that type',
  async (_name, types, change, expected, made?: 'smartAccount') => {
    const world = openOperationWorld({ ...change, ...(made && { accountType: made }) })
    await world.store.write(keptTypes, { ada: types })
    expect(await world.ask('eth_accounts')).toEqual([expected])
  },
)

test('says in an approval that the smart account was wanted and cannot be used', async () => {
  const world = openOperationWorld()
  await world.provider.switchNetwork(plain)
  const asked = world.ask('personal_sign', ['0x6869', addresses.eip155], plain)
  await expect.poll(() => world.shown.length).toBe(1)
  expect(world.shown[0]?.approval.request).toMatchObject({ isFallback: true })
  await world.shown[0]?.approval.approve()
  expect(await asked).toMatch(/^0x[0-9a-f]{130}$/)
})

test('capabilities are those of the account in use on each network; an account has none where it is not', async () => {
  const { ask } = openOperationWorld()
  expect(await ask('wallet_getCapabilities')).toEqual({ '0x1bd1': smartAbilities, '0x1bd2': plainAbilities })
  expect(await ask('wallet_getCapabilities', [safe.address])).toEqual({ '0x1bd1': smartAbilities })
  expect(await ask('wallet_getCapabilities', [addresses.eip155])).toEqual({ '0x1bd2': plainAbilities })
  await expect(ask('wallet_getCapabilities', [shop])).rejects.toMatchObject(failure(4100))
  await expect(ask('wallet_getCapabilities', [addresses.owner])).rejects.toMatchObject(failure(4100))
})

test('assets are told of both accounts, and of no other', async () => {
  const { ask, chain } = openOperationWorld()
  chain.answers.set('eth_getBalance', ([address]) => (address === safe.address ? '0x5' : '0x6'))
  for (const [account, balance] of [
    [safe.address, '0x5'],
    [addresses.eip155, '0x6'],
  ] as const)
    expect(await ask('wallet_getAssets', [{ account, chainFilter: ['0x1bd1'] }])).toMatchObject({
      '0x1bd1': [{ address: 'native', balance }],
    })
  await expect(ask('wallet_getAssets', [{ account: addresses.owner }])).rejects.toMatchObject(failure(4100))
})

test('wallet_revokePermissions disconnects the page in EIP-2255’s form, and does nothing in another', async () => {
  const { ask, told } = openOperationWorld()
  for (const params of [[{ permissionContext: '0x' }], [], [{}]])
    await expect(ask('wallet_revokePermissions', params)).rejects.toMatchObject(failure(4200))
  expect(told).toEqual([])
  expect(await ask('wallet_revokePermissions', [{ eth_accounts: {} }])).toBeNull()
  expect(told).toEqual([['PROVIDER', { event: 'disconnect' }]])
})
