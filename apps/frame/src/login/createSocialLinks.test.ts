import { expect, test } from 'vitest'
import { createSocialLinks } from './createSocialLinks.ts'

/** Links over services that lead to one place. */
const linksTo = (url: string) =>
  createSocialLinks({
    host: 'https://shop.example',
    origin: 'https://wallet.example',
    now: () => 0,
    wait: async () => {},
    signal: new AbortController().signal,
    tellWindow: () => undefined,
    sessions: { client: { call: async () => ({ url, flow: 'f'.repeat(22), match: '42' }) } } as never,
    entry: {} as never,
  })

test('leads a logged-in visitor to a page of the wallet, which asks first, as at a login', async () => {
  const url = 'https://wallet.example/social/f'
  expect(await linksTo(url).beginFarcaster('prove')).toMatchObject({ url, match: '42' })
})

test.each([
  'javascript:alert(1)',
  'data:text/html,a',
  'other://sign-in',
  'farcaster://sign-in?channelToken=a',
  'https://app.example/social/f',
])('refuses to lead to %s', async url => {
  await expect(linksTo(url).beginFarcaster('link')).rejects.toMatchObject({ code: 'SOCIAL_FAILED' })
})
