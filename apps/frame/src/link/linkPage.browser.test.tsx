import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { mountLinkPage } from './mountLinkPage.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

const link = 'a'.repeat(43)
const site = {
  services: 'https://services.example',
  projectId: 'shop',
  origins: [],
  loopback: false,
  asked: null,
}

test.each([
  ['device', /older than 10 minutes/],
  ['undo', /stopped, or can no longer be undone/],
  ['stop', /took effect, or was stopped days ago/],
] as const)('shows that a link for %s has expired', async (is, words) => {
  const ended = { code: 'LOGIN_ENDED', message: 'over', reasons: [], requestId: 'r' }
  vi.stubGlobal('fetch', async () => Response.json(ended, { status: 410 }))
  mountLinkPage(document, site, { is, link })
  await expect.element(page.getByRole('heading')).toHaveTextContent('This link has expired')
  // The announced text comes before it.
  await expect.element(page.getByText(words).last()).toBeVisible()
})
