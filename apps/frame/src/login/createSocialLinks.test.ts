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
    sessions: { client: { call: async () => ({ url, flow: 'f'.repeat(22) }) } } as never,
    entry: {} as never,
  })

test.each(['https://app.example/sign-in?channelToken=a', 'farcaster://sign-in?channelToken=a'])(
  'leads a logged-in visitor to %s, as at a login',
  async url => {
    expect((await linksTo(url).beginFarcaster('prove')).url).toBe(url)
  },
)

test.each(['javascript:alert(1)', 'data:text/html,a', 'other://sign-in'])(
  'refuses to lead to %s',
  async url => {
    await expect(linksTo(url).beginFarcaster('link')).rejects.toMatchObject({ code: 'SOCIAL_FAILED' })
  },
)
