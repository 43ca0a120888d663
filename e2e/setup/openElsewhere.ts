import type { Browser } from '@playwright/test'
import { endFades } from './endFades.ts'
import { createProject } from './projects.ts'
import { Shop, type ShopOptions } from './Shop.ts'

/**
 * Opens another shop in a browser of its own. Of another project, as a second code for the same one has to wait for half a minute.
 */
export async function openElsewhere(browser: Browser, shop: Shop, options: ShopOptions): Promise<Shop> {
  const page = await (await browser.newContext({ reducedMotion: 'reduce', locale: 'en-US' })).newPage()
  await endFades(page)
  const { origin } = new URL(shop.page.url())
  const { id } = await createProject({ origins: [origin], features: ['social_login=email'] })
  const other = new Shop(page, origin)
  await other.goto({ ...options, project: id })
  return other
}
