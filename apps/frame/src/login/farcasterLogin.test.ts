import { formatSignInMessage } from 'latchkey/contract'
import { oneOf } from 'latchkey/oneof'
import type { getFarcasterChannel, RouteResponse } from 'latchkey/services'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { answerWith, type FakeNode, startNode } from '../../../server/src/data/rpc/fakeNode.fixture.ts'
import {
  confirmApp,
  openSocial,
  type SocialApp,
  shop,
} from '../../../server/src/people/social/social.fixture.ts'
import type { Frame } from '../frame.ts'
import { connectFarcaster, getFarcasterUri } from './farcasterLogin.ts'
import { openLoginBrowser } from './login.fixture.ts'
import { loginPlace } from './loginPlace.ts'

const chain = 'eip155:31337'
const ann = privateKeyToAccount(generatePrivateKey())
const withCode = (code: string) => expect.objectContaining({ code })
let node: FakeNode
let app: SocialApp
/** Whose the address is in the id registry. */
let fid = 7

beforeAll(async () => {
  node = await startNode(
    answerWith(({ method }) => ({
      result: method === 'eth_chainId' ? '0x7a69' : `0x${String(fid).padStart(64, '0')}`,
    })),
  )
  app = await openSocial(
    { variables: { SOCIAL_PROVIDERS: '{}', SOCIAL_BASE_URL: 'http://localhost:1' } },
    {
      RPC_UPSTREAMS: JSON.stringify({ [chain]: [node.url] }),
      FARCASTER_CHAIN: chain,
      FARCASTER_ID_REGISTRY: `0x${'1d'.repeat(20)}`,
      FARCASTER_APP_URL: 'https://app.example/',
    },
  )
  app.at.isHasty = false
})
afterAll(async () => {
  await app.close()
  await node.close()
})

const none = async (): Promise<string> => {
  throw new Error('nothing is mailed here')
}

/** A browser with the wallet's page in it. */
async function open() {
  const at = {
    get now() {
      return app.now()
    },
  }
  const browser = await openLoginBrowser({ ...app, at, linkTo: none, codeTo: none })
  // What these handlers read of a frame.
  const frame = { host: shop } as Frame
  oneOf(frame, loginPlace).login = Promise.resolve(browser.login)
  return { browser, frame }
}

/** What the app of an account does with an address that it was led to. */
async function approve(page: string): Promise<number> {
  const url = await confirmApp(app, page)
  const headers = { authorization: `Bearer ${new URL(url).searchParams.get('channelToken')}` }
  const status = await app.request('/v1/channel/status', { headers })
  const { signatureParams: asked } = (await status.json()) as RouteResponse<typeof getFarcasterChannel>
  const message = formatSignInMessage({
    domain: asked.domain,
    accountAddress: ann.address,
    statement: 'Farcaster Auth',
    uri: asked.siweUri,
    version: '1',
    chainId: chain,
    nonce: asked.nonce,
    issuedAt: new Date(app.now()).toISOString(),
    resources: [`farcaster://fid/${fid}`],
  })
  const body = JSON.stringify({ message, signature: await ann.signMessage({ message }), fid })
  const json = { ...headers, 'content-type': 'application/json' }
  return (await app.request('/v1/channel/authenticate', { method: 'POST', headers: json, body })).status
}

it('T55: ends once the account’s app approved, and leads to the key', async () => {
  const { browser, frame } = await open()
  const { url, flow } = await getFarcasterUri({}, frame)
  const connected = connectFarcaster({ flow }, frame)
  expect(await approve(url)).toBe(201)
  expect(await connected).toEqual({
    needsRecovery: true,
    email: null,
    userName: null,
    authProvider: 'farcaster',
  })
  expect(browser.login.get()).toMatchObject({ at: 'keep', user: { provider: 'farcaster' } })
})

it('reports by its own code that it cannot begin, and cancels the login that another replaces', async () => {
  const { browser, frame } = await open()
  browser.isOffline = true
  await expect(getFarcasterUri({}, frame)).rejects.toEqual(withCode('FARCASTER_FAILED'))
  browser.isOffline = false
  app.at.isHasty = true
  const { flow } = await getFarcasterUri({}, frame)
  const connected = connectFarcaster({ flow }, frame)
  await expect.poll(() => browser.calls).toContain('/v1/login/social/poll')
  browser.login.attempt()
  await expect(connected).rejects.toEqual(withCode('RPC_ABORTED'))
})

it('T51: adds Farcaster to a visitor logged in by a passkey, and refuses another account there', async () => {
  app.at.isHasty = false
  const { browser } = await open()
  const { links, passkeys, sessions } = browser.login
  await passkeys.signUp()
  expect(await links.offered()).toEqual(['farcaster'])
  const link = async (theirs: number) => {
    fid = theirs
    const { url, flow } = await links.beginFarcaster('link')
    expect(await approve(url)).toBe(201)
    await links.wait(flow, { attempt: new AbortController().signal })
  }
  await link(8)
  const known = async () => (await sessions.read())?.user.identities.map(({ issuer }) => issuer)
  expect(await known()).toEqual(expect.arrayContaining(['farcaster']))
  // The account of the first test.
  await links.unlink('farcaster')
  expect(await known()).not.toContain('farcaster')
  await expect(link(7)).rejects.toMatchObject({ code: 'SOCIAL_FAILED', context: { reason: 'taken' } })
})
