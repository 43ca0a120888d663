import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createMemoryDatabase } from '../../fixtures/createMemoryDatabase.ts'
import { loadRecents, recentsKey, saveRecents } from './recents.ts'
import type { RecentWallet } from './walletsTransition.ts'

const icon = 'data:image/png;base64,AAAA'
const metamask: RecentWallet = { walletId: 'rdns:io.metamask', name: 'MetaMask', icon }
const rabby: RecentWallet = { walletId: 'rdns:io.rabby', name: 'Rabby' }
const stored = (data: unknown, v: unknown = 1) =>
  createMemoryDatabase({ recents: JSON.stringify({ v, data }) })

it('loads the saved wallets', async () => {
  const db = createMemoryDatabase()
  await saveRecents(db, [metamask, rabby])
  expect(await loadRecents(db)).toEqual([metamask, rabby])
})

it('an empty store has no recent wallets', async () => {
  expect(await loadRecents(createMemoryDatabase())).toEqual([])
})

it('at most two are kept (SPEC §9)', async () => {
  const db = createMemoryDatabase()
  await saveRecents(db, [metamask, rabby, { walletId: 'dir:third', name: 'Third' }])
  expect(await loadRecents(db)).toHaveLength(2)
  expect(await loadRecents(stored([metamask, rabby, metamask]))).toHaveLength(2)
})

describe('icons', () => {
  it.each([
    ['of 64 KB', `data:image/png;base64,${'A'.repeat(65_536 - 22)}`, true],
    ['larger', `data:image/png;base64,${'A'.repeat(65_536 - 21)}`, false],
    ['at an https address', 'https://images.example/a.png', true],
    ['a script', 'javascript:alert(1)', false],
    ['a page', 'data:text/html,<script>', false],
    ['no text', 7, false],
  ])('%s: kept %s', async (_name, value, isKept) => {
    const wallet = { ...rabby, icon: value as string }
    const db = createMemoryDatabase()
    await saveRecents(db, [wallet])
    for (const from of [db, stored([wallet])]) {
      expect(await loadRecents(from)).toEqual([isKept ? wallet : rabby])
    }
  })
})

describe('F33, T19: what makes no sense is set aside', () => {
  it.each<[string, unknown]>([
    ['no list', {}],
    ['a list of nothing', [null]],
    ['no id', [{ name: 'x' }]],
    ['a foreign id', [{ walletId: 'javascript:1', name: 'x' }]],
    ['a long id', [{ walletId: `dir:${'x'.repeat(201)}`, name: 'x' }]],
    ['no name', [{ walletId: 'dir:x', name: '' }]],
    ['a long name', [{ walletId: 'dir:x', name: 'x'.repeat(201) }]],
  ])('%s', async (_name, data) => {
    const db = stored(data)
    const before = await db.get('recents')
    expect(await loadRecents(db)).toEqual([])
    expect(await db.get('quarantine')).toBe(before)
    expect(await db.get('recents')).toBeUndefined()
    await saveRecents(db, [rabby])
    expect(await loadRecents(db)).toEqual([rabby])
  })

  it.each<[string, unknown]>([
    ['half-written', '{"v":1,"data":[{"wall'],
    ['not a text', { v: 1 }],
    ['another form', '[]'],
  ])('%s', async (_name, text) => {
    expect(await loadRecents(createMemoryDatabase({ recents: text }))).toEqual([])
  })

  it('never throws and never answers anything but recents', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async data => {
        for (const recent of await loadRecents(stored(data))) {
          expect(
            Object.keys(recent).every(key => ['walletId', 'name', 'icon', 'namespace'].includes(key)),
          ).toBe(true)
        }
      }),
    )
  })
})

it('what a newer release wrote is neither read nor overwritten', async () => {
  const db = stored({ form: 'unknown' }, recentsKey.version + 1)
  const before = await db.get('recents')
  expect(await loadRecents(db)).toEqual([])
  await saveRecents(db, [metamask])
  expect(await db.get('recents')).toBe(before)
})
