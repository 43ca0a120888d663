import { expect, it } from 'vitest'
import type { KeptStore } from '../store/openKeptStore.ts'
import {
  accountOfType,
  accountsOf,
  chooseType,
  chosenType,
  clearRecords,
  keptTypes,
  type OwnAccount,
  typesOf,
} from './accountTypes.ts'

const [eoa, solana] = accountsOf({ eip155: '0xA', solana: 'B' }) as [OwnAccount, OwnAccount]
const smart: OwnAccount = { address: '0xC', type: 'smartAccount', chainNamespace: 'eip155' }

it.each([
  ['the one there is', [eoa, solana], 'eip155', undefined, eoa],
  ['the one there is, whatever is wanted', [eoa, solana], 'eip155', 'smartAccount', eoa],
  ['the one that is wanted', [eoa, smart, solana], 'eip155', 'smartAccount', smart],
  ['the namespace’s own', [eoa, smart, solana], 'solana', 'eoa', solana],
  ['none of a namespace without any', [eoa], 'solana', 'eoa', undefined],
] as const)('returns an account by its type as %s', (_, accounts, namespace, wanted, expected) => {
  expect(accountOfType(accounts, namespace, wanted)).toBe(expected)
})

it.each([
  [
    { ada: { eip155: 'smartAccount', solana: 'eoa' }, ben: {} },
    { ada: { eip155: 'smartAccount', solana: 'eoa' }, ben: {} },
  ],
  [{}, {}],
  [{ ada: { eip155: 'admin' } }, undefined],
  [{ ada: 'eoa' }, undefined],
  [{ ada: null }, undefined],
  [Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`${at}`, {}])), undefined],
  [null, undefined],
  ['eoa', undefined],
])('reads the stored types %j as %j (T19)', (value, expected) => {
  expect(keptTypes.read(value, 2)).toEqual(expected)
})

it('takes the types of an earlier release, of which there was one, for none', () => {
  expect(keptTypes.read({ eip155: 'eoa' }, 1)).toBeUndefined()
})

function openStore() {
  const values = new Map<string, unknown>()
  const store: KeptStore = {
    read: async kept => kept.read(values.get(kept.name), kept.version),
    write: async (kept, data) => Boolean(values.set(kept.name, data)),
    remove: async kept => void values.delete(kept.name),
    clear: async () => values.clear(),
  }
  const locks = {
    request: (async (_name: string, work: () => Promise<unknown>) => work()) as LockManager['request'],
  }
  return { values, store, locks }
}

it('stores a type by visitor and namespace, and it outlives their records', async () => {
  const { values, ...kept } = openStore()
  expect(await chosenType(kept.store, 'ada', 'eip155')).toBeUndefined()
  await chooseType(kept, 'ada', 'eip155', 'smartAccount')
  await chooseType(kept, 'ada', 'solana', 'eoa')
  await chooseType(kept, 'ben', 'eip155', 'eoa')
  values.set('other', 1)
  await clearRecords(kept.store)
  expect([...values.keys()]).toEqual([keptTypes.name])
  for (const [account, namespace, type] of [
    ['ada', 'eip155', 'smartAccount'],
    ['ada', 'solana', 'eoa'],
    ['ben', 'eip155', 'eoa'],
    ['ben', 'solana', undefined],
    ['constructor', 'name', undefined],
    ['ada', 'toString', undefined],
  ] as const)
    expect(await chosenType(kept.store, account, namespace), `${account} ${namespace}`).toBe(type)
})

it('forgets the type of the visitor that was stored longest ago', async () => {
  const { values, ...kept } = openStore()
  for (let at = 0; at < 20; at++) await chooseType(kept, `v${at}`, 'eip155', 'eoa')
  await chooseType(kept, 'v0', 'eip155', 'smartAccount')
  await chooseType(kept, 'late', 'eip155', 'eoa')
  expect(await chosenType(kept.store, 'v0', 'eip155')).toBe('smartAccount')
  expect(await chosenType(kept.store, 'v1', 'eip155')).toBeUndefined()
  expect(Object.keys(values.get(keptTypes.name) as object)).toHaveLength(20)
})

it.each([
  ['eip155', '0xB', ['eoa', 'smartAccount']],
  ['eip155', undefined, ['eoa']],
  ['solana', '0xB', ['eoa']],
  ['orbit', '0xB', []],
] as const)('of %s with the owner %s the types can be %j', (namespace, owner, expected) => {
  expect(typesOf({ eip155: '0xA', solana: 'B', ...(owner && { owner }) }, namespace)).toEqual(expected)
})
