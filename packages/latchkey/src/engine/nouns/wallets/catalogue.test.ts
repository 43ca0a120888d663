import * as v from 'valibot'
import { expect, test } from 'vitest'
import { isBrowseTemplate } from '../../../contract/browseLink.ts'
import { isCaipNetworkId } from '../../../contract/caip.ts'
import type { WalletListing } from '../../../contract/wallet.ts'
import catalogue from './catalogue.json' with { type: 'json' }
import links from './catalogueLinks.json' with { type: 'json' }

const httpsUrl = v.pipe(v.string(), v.url(), v.startsWith('https://'))
const slug = v.pipe(v.string(), v.regex(/^[a-z0-9]{2,20}$/))
const listing = v.strictObject({
  id: slug,
  name: v.pipe(v.string(), v.minLength(2), v.maxLength(40)),
  rdns: v.exactOptional(v.pipe(v.string(), v.regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/))),
  // What the wallet is called where it says no rdns: announcements are merged by it (decision 074).
  injected: v.exactOptional(
    v.array(
      v.strictObject({ namespace: slug, injected_id: v.pipe(v.string(), v.minLength(2), v.maxLength(60)) }),
    ),
  ),
  homepage: httpsUrl,
  // Here and not with the links: it decides where a row of the first list leads.
  browse: v.exactOptional(v.custom<string>(isBrowseTemplate)),
  // The main network of each namespace the wallet speaks: lists are filtered by namespace (SPEC §4).
  chains: v.pipe(v.array(v.custom<`${string}:${string}`>(id => isCaipNetworkId(id))), v.minLength(1)),
})
// What `{base}wc?uri=` is appended to.
const base = v.pipe(v.string(), v.regex(/^(https|[a-z][a-z0-9-]*):\/\/[^\s]*$/), v.excludes('javascript:'))
const storeOf = (prefix: string) => v.pipe(httpsUrl, v.startsWith(prefix))
const link = v.strictObject({
  aliases: v.exactOptional(v.array(v.pipe(v.string(), v.regex(/^[a-z0-9 ]+$/)))),
  mobile_link: v.exactOptional(base),
  desktop_link: v.exactOptional(base),
  webapp_link: v.exactOptional(v.pipe(base, v.startsWith('https://'))),
  app_store: v.exactOptional(storeOf('https://apps.apple.com/app/id')),
  play_store: v.exactOptional(storeOf('https://play.google.com/store/apps/details?id=')),
  chrome_store: v.exactOptional(
    v.pipe(v.string(), v.regex(/^https:\/\/chromewebstore\.google\.com\/detail\/[a-p]{32}$/)),
  ),
})

test('the bundled wallets are listings of SPEC §3', () => {
  const wallets: readonly WalletListing[] = v.parse(v.array(listing), catalogue)
  expect(wallets).toHaveLength(24)
})

test('ids, names and rdns are each used once', () => {
  for (const field of ['id', 'name', 'rdns'] as const) {
    const values = catalogue.map(wallet => (wallet as WalletListing)[field]).filter(Boolean)
    expect(new Set(values).size, field).toBe(values.length)
  }
})

test('links belong to listed wallets and are what their field says', () => {
  const ids = catalogue.map(wallet => wallet.id)
  const parsed = v.parse(v.record(slug, link), links)
  for (const id of Object.keys(parsed)) expect(ids).toContain(id)
  const stores = Object.values(parsed).flatMap(one => one.chrome_store ?? [])
  expect(new Set(stores).size).toBe(stores.length)
})
