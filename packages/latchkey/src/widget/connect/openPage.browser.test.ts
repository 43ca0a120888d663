import { afterEach, expect, test, vi } from 'vitest'
import type { WalletRow } from '../../contract/wallet.ts'
import { openPage } from './openPage.ts'

const browse = 'https://link.fox.example/dapp/{page}'
const page = 'https://shop.example/prints?sort=new'
const listing = { id: 'fox', name: 'Fox', browse } as NonNullable<WalletRow['listing']>
const ios = { os: 'ios', telegram: false, framed: false, page } as const

function opened(row: Parameters<typeof openPage>[0], platform: Parameters<typeof openPage>[1]) {
  const links: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    links.push(this.href)
  })
  openPage(row, platform)
  return links
}

afterEach(() => vi.restoreAllMocks())

test('opens the page in the wallet that has a browser of its own, on a phone', () => {
  const link = 'https://link.fox.example/dapp/shop.example/prints?sort=new'
  expect(opened({ discovered: [], listing }, ios)).toEqual([link])
  expect(opened({ discovered: [], listing }, { ...ios, os: 'android' })).toEqual([link])
})

test('opens nothing on a desktop, of an installed wallet, without a template, or of a page by http', () => {
  const installed = [{}] as unknown as WalletRow['discovered']
  expect(opened({ discovered: [], listing }, { ...ios, os: 'desktop' })).toEqual([])
  expect(opened({ discovered: installed, listing }, ios)).toEqual([])
  expect(opened({ discovered: [] }, ios)).toEqual([])
  expect(opened({ discovered: [], listing: { ...listing, browse: 'fox://{page}' } }, ios)).toEqual([])
  expect(opened({ discovered: [], listing }, { ...ios, page: 'http://shop.example/' })).toEqual([])
})
