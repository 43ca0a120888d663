import type { Browser, Page } from '@playwright/test'
import { endFades } from './endFades.ts'
import { NamespacesPage } from './NamespacesPage.ts'
import { createProject } from './projects.ts'
import { readStack } from './stack.ts'
import { test } from './test.ts'

const viewport = { width: 1280, height: 800 }

/** Like `test`, with the playground's page of every namespace, in a tab that earlier tests have used (decision 034). */
export const namespacesTest = test.extend<{
  readonly site: NamespacesPage
  /** A project of the services with hosted sign-in; one for all tests of a worker. */
  readonly signInProject: string
}>({
  page: async ({ browser, kept }, use) => {
    const page = await kept.get('namespaces tab', () => openTab(browser))
    await tidy(page)
    await use(page)
  },
  context: async ({ page }, use) => use(page.context()),
  site: async ({ page, stack, forgiven }, use) => {
    // The chains do not run here: their balances are not known.
    forgiven.push(/Failed to load resource: net::ERR_(UNSAFE_PORT|CONNECTION_REFUSED)/)
    await use(new NamespacesPage(page, stack.shop))
  },
  signInProject: async ({ kept, stack, forgiven }, use) => {
    // No key of a directory is trusted for a project of the tests' own.
    forgiven.push(/APKT003/)
    const make = async () => {
      const features = ['authentication=on', 'multi_wallet=on']
      const { id } = await createProject({ origins: [new URL(stack.shop).origin], features })
      return { value: id, end: async () => undefined }
    }
    await use(await kept.get('namespaces project', make))
  },
})

async function openTab(browser: Browser): Promise<{ readonly value: Page; end(): Promise<void> }> {
  const context = await browser.newContext({ viewport, locale: 'en-US', reducedMotion: 'reduce' })
  const value = await context.newPage()
  await endFades(value)
  return { value, end: () => context.close() }
}

/** Makes a tab as a first visitor's, but for what the browser knows of files. Each test goes to the page anew. */
async function tidy(page: Page): Promise<void> {
  const context = page.context()
  await Promise.all([context.setOffline(false), context.clearCookies(), page.unrouteAll()])
  await page.setViewportSize(viewport)
  await page.emulateMedia({ colorScheme: null })
  // The document goes first: it would hold its databases, and write what it remembers once more.
  await page.goto('about:blank')
  const inspector = await context.newCDPSession(page)
  const { origin } = new URL(readStack().shop)
  await inspector.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
  await inspector.detach()
}
