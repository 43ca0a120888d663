import { createHash } from 'node:crypto'
import type { WalletListing } from 'latchkey/contract'
import { canonicalJson } from 'latchkey/services'
import { expect, test } from 'vitest'
import { createImages } from '../assets/createImages.ts'
import { createDirectory, type DirectoryQuery } from './createDirectory.ts'

const wallets = [
  {
    id: 'alpha',
    name: 'Alpha Wallet',
    rdns: 'com.Alpha',
    color: '#000000',
    badge_type: 'certified' as const,
    homepage: 'https://www.first.example/alpha-page',
    chains: ['eip155:1', 'eip155:10'] as const,
    injected: [{ namespace: 'solana', injected_id: 'Alpha' }],
  },
  {
    id: 'beta',
    name: 'Beta',
    aliases: ['bt pay'],
    mobile_link: 'beta://',
    color: '#ffffff',
    badge_type: 'none' as const,
    chains: ['eip155:100'] as const,
  },
  {
    id: 'gamma',
    name: 'Gamma',
    color: '#ff0000',
    browse: 'https://gamma.example/{url}',
    chains: ['solana:main'] as const,
  },
]
const publicRelay = 'wss://relay.walletconnect.com'
const directory = createDirectory({ version: 3, wallets }, createImages(wallets))

function ask(query: Partial<DirectoryQuery>) {
  const { bytes } = directory.answer({ page: 1, entries: 40, ...query } as DirectoryQuery)
  const { data, count } = JSON.parse(new TextDecoder().decode(bytes)) as {
    readonly data: readonly WalletListing[]
    readonly count: number
  }
  return { ids: data.map(({ id }) => id).join(' '), count, data }
}

test.each<[Partial<DirectoryQuery>, string]>([
  [{}, 'alpha beta gamma'],
  [{ search: 'ALPHA' }, 'alpha'],
  [{ search: ' com.al ' }, 'alpha'],
  [{ search: 'first.example' }, 'alpha'],
  // Only the host of a homepage is looked through.
  [{ search: 'alpha-page' }, ''],
  [{ search: '' }, 'alpha beta gamma'],
  [{ search: 'gmama' }, 'gamma'],
  [{ search: 'bt' }, 'beta'],
  [{ device: 'desktop', relay: 'wss://own.example' }, 'alpha beta gamma'],
  [{ device: 'phone' }, 'beta gamma'],
  [{ device: 'phone', relay: publicRelay }, 'beta gamma'],
  [{ device: 'phone', relay: 'wss://own.example' }, 'gamma'],
  [{ device: 'phone', relay: 'wss://own.example', search: 'beta' }, ''],
  [{ search: 'am' }, 'alpha gamma'],
  [{ search: 'a.*' }, ''],
  [{ chains: ['eip155:10'] }, 'alpha'],
  [{ chains: ['eip155:1'] }, 'alpha'],
  [{ chains: ['eip155:100', 'solana:main'] }, 'beta gamma'],
  [{ chains: ['eip155:1000'] }, ''],
  [{ chains: [] }, 'alpha beta gamma'],
  [{ include: ['gamma', 'nobody', 'alpha'] }, 'alpha gamma'],
  [{ include: ['nobody'] }, ''],
  [{ include: ['dir:beta', 'rdns:com.alpha'] }, 'alpha beta'],
  [{ exclude: ['COM.ALPHA', 'nobody'] }, 'beta gamma'],
  [{ include: ['alpha', 'beta'], exclude: ['beta'] }, 'alpha'],
  [{ badge_type: 'certified' }, 'alpha'],
  [{ badge_type: 'none' }, 'beta'],
  [{ names: ['alpha', 'GAMMA'] }, 'alpha gamma'],
  [{ rdns: ['com.alpha'] }, 'alpha'],
  [{ rdns: ['com.alpha'], names: ['beta'] }, 'alpha beta'],
  [{ rdns: ['com.alpha'], chains: ['solana:main'] }, ''],
])('%j finds %s', (query, ids) => {
  expect(ask(query).ids).toBe(ids)
  expect(ask(query).count).toBe(ids === '' ? 0 : ids.split(' ').length)
})

test('the best answer to a search comes first, whatever its rank in the directory', () => {
  const two = [
    { id: 'one', name: 'My Gamma', color: '#000000' },
    { id: 'two', name: 'Gamma', color: '#000000' },
  ]
  const { bytes } = createDirectory({ version: 1, wallets: two }, createImages(two)).answer({
    page: 1,
    entries: 40,
    search: 'gamma',
  } as DirectoryQuery)
  const { data } = JSON.parse(new TextDecoder().decode(bytes)) as { data: readonly WalletListing[] }
  expect(data.map(({ id }) => id)).toEqual(['two', 'one'])
})

test('pages are cut in rank, and one beyond the end is empty with the count of all', () => {
  expect(ask({ entries: 2 })).toMatchObject({ ids: 'alpha beta', count: 3 })
  expect(ask({ entries: 2, page: 2 })).toMatchObject({ ids: 'gamma', count: 3 })
  expect(ask({ entries: 2, page: 99 })).toMatchObject({ ids: '', count: 3 })
})

test('each digest is that of the listing as it is sent, its picture included', () => {
  const { data } = ask({})
  expect(data.every(({ image_id }) => image_id?.length === 43)).toBe(true)
  expect(Object.fromEntries(data.map(one => [one.id, digestOf(one)]))).toEqual(directory.digests)
})

test('one question has one answer, and many questions do not fill the memory', () => {
  const first = directory.answer({ page: 1, entries: 1 } as DirectoryQuery)
  expect(directory.answer({ page: 1, entries: 1 } as DirectoryQuery)).toBe(first)
  for (let page = 2; page < 600; page++) directory.answer({ page, entries: 1 } as DirectoryQuery)
  expect(directory.answer({ page: 1, entries: 1 } as DirectoryQuery)).not.toBe(first)
})

function digestOf(listing: WalletListing): string {
  return createHash('sha256').update(canonicalJson(listing)).digest('base64url')
}
