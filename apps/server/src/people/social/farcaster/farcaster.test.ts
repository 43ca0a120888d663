import { formatSignInMessage, type SignInMessage } from 'latchkey/contract'
import { getFarcasterChannel, type LoginSession, postFarcasterBegin } from 'latchkey/services'
import * as v from 'valibot'
import { type Account, generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { answerWith, type FakeNode, startNode } from '../../../data/rpc/fakeNode.fixture.ts'
import { wallet } from '../../signin/deviceKey.fixture.ts'
import { type Browser, confirmApp, openBrowser, openSocial, type SocialApp, shop } from '../social.fixture.ts'

const idRegistry = `0x${'1d'.repeat(20)}`
const keyRegistry = `0x${'ce'.repeat(20)}`
const chain = 'eip155:31337'
const ann = privateKeyToAccount(generatePrivateKey())
const phone = privateKeyToAccount(generatePrivateKey())
const eve = privateKeyToAccount(generatePrivateKey())
/** What the registries have: accounts of addresses, and addresses that accounts name. */
const fids = new Map<string, number>()
const keys = new Map<string, readonly [state: number, kind: number]>()
let isOut = false
let isVouched = false
/** Where apps are, each test's somewhere else. */
let place = 0
let node: FakeNode
let app: SocialApp

const word = (value: number) => value.toString(16).padStart(64, '0')
const refused = { status: 401, body: { code: 'SIGN_IN_INVALID' } }

beforeAll(async () => {
  node = await startNode(
    answerWith(({ method, params }) => {
      if (method === 'eth_chainId') return { result: '0x7a69' }
      if (isOut) return { error: { code: -32_603, message: 'out of order' } }
      const [{ to = '', data }] = params as [{ to?: string; data: string }]
      // Whether a contract account vouches for a signature.
      if (to === '') return { result: isVouched ? '0x01' : '0x00' }
      if (to === idRegistry) return { result: `0x${word(fids.get(data.slice(-40)) ?? 0)}` }
      const [state, kind] = keys.get(`${Number(`0x${data.slice(10, 74)}`)} ${data.slice(-40)}`) ?? [0, 0]
      return { result: `0x${word(state)}${word(kind)}` }
    }),
  )
  app = await openSocial(
    { variables: { SOCIAL_PROVIDERS: '{}', SOCIAL_BASE_URL: 'http://localhost:1' } },
    {
      RPC_UPSTREAMS: JSON.stringify({ [chain]: [node.url] }),
      FARCASTER_CHAIN: chain,
      FARCASTER_ID_REGISTRY: idRegistry,
      FARCASTER_KEY_REGISTRY: keyRegistry,
      FARCASTER_APP_URL: 'https://app.example/sign-in?theme=dark',
    },
  )
})
beforeEach(() => {
  Object.assign(app.at, { ahead: 0, isHasty: true })
  isOut = false
  isVouched = false
  place += 1
  fids.clear()
  keys.clear()
  fids.set(of(ann), 7)
})
afterAll(async () => {
  await app.close()
  await node.close()
})

const of = ({ address }: Account) => address.slice(2).toLowerCase()

/** Begins in a browser; what a code to scan holds. */
async function begin(browser: Browser, body: object = { page: shop }, token?: string) {
  const call = { method: 'POST', path: 'login/farcaster/begin', body, token, now: app.now() }
  const response = await browser.key.send(app, call)
  if (response.status !== 200) return Promise.reject(new Error(await response.text()))
  const { flow, url } = v.parse(postFarcasterBegin.response, await response.json())
  const to = await confirmApp(app, url)
  const { searchParams } = new URL(to)
  return {
    flow,
    url: to,
    page: url,
    channel: searchParams.get('channelToken') ?? '',
    relay: searchParams.get('relay'),
  }
}

const ask = (channel: string, init: RequestInit = {}, path = '/v1/channel/status') =>
  app.request(
    path,
    { ...init, headers: { authorization: `Bearer ${channel}`, ...init.headers } },
    `198.51.100.${place}`,
  )

/** What the app of an account reads, signs and hands in. */
async function approve(
  channel: string,
  {
    by = ann,
    fid = 7,
    change = {},
    ...more
  }: {
    readonly by?: typeof ann
    readonly fid?: number
    readonly change?: Partial<SignInMessage>
    readonly signature?: string
    readonly headers?: Record<string, string>
  } = {},
) {
  const status = await ask(channel)
  const { signatureParams: asked } =
    status.status === 200
      ? v.parse(getFarcasterChannel.response, await status.json())
      : {
          signatureParams: {
            domain: 'keys.example',
            siweUri: wallet,
            nonce: 'n'.repeat(32),
            requestId: 'shop.example',
          },
        }
  const message = formatSignInMessage({
    accountAddress: by.address,
    chainId: chain,
    domain: asked.domain,
    uri: asked.siweUri,
    version: '1',
    nonce: asked.nonce,
    requestId: asked.requestId,
    issuedAt: new Date(app.now()).toISOString(),
    statement: 'Farcaster Auth',
    resources: [`farcaster://fid/${fid}`],
    ...change,
  })
  const signature = more.signature ?? (await by.signMessage({ message }))
  return handIn(channel, {
    message,
    signature,
    fid,
    username: 'ann',
    displayName: '@ann',
    bio: '',
    pfpUrl: '',
  })
}

async function handIn(channel: string, body: object) {
  const init = { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  const response = await ask(channel, init, '/v1/channel/authenticate')
  return { status: response.status, body: (await response.json()) as { state?: string; code?: string } }
}

async function logIn(browser: Browser, how?: Parameters<typeof approve>[1]): Promise<LoginSession> {
  const { flow, channel } = await begin(browser)
  expect(await approve(channel, how)).toEqual({ status: 201, body: { state: 'completed' } })
  const { body } = await browser.poll(flow)
  expect(body.state).toBe('done')
  return body.session
}

describe('a login with a Farcaster account', () => {
  it('names the account by its number, at once, once, and at the device that began', async () => {
    app.at.isHasty = false
    const [laptop, thief] = [await openBrowser(app), await openBrowser(app)]
    const { flow, url, channel, relay } = await begin(laptop)
    expect(url).toMatch(/^https:\/\/app\.example\/sign-in\?theme=dark&channelToken=/)
    expect(relay).toBe('http://localhost')
    const polled = laptop.poll(flow)
    expect((await approve(channel)).status).toBe(201)
    const { body } = await polled
    expect(body).toMatchObject({
      state: 'done',
      session: {
        device: laptop.key.thumbprint,
        need: 'create',
        user: { email: null, name: null, provider: 'farcaster' },
      },
    })
    expect(body.session.user.identities).toMatchObject([
      { kind: 'farcaster', issuer: 'farcaster', label: 'fid 7' },
    ])
    expect((await laptop.poll(flow)).status).toBe(410)
    const again = await begin(laptop)
    await approve(again.channel)
    expect((await thief.poll(again.flow)).status).toBe(410)
    expect((await laptop.poll(again.flow)).body.session.user.account).toBe(body.session.user.account)
  })

  it('goes by the fid: another address of it is the same account, another fid of the address another', async () => {
    const laptop = await openBrowser(app)
    const { user } = await logIn(laptop)
    keys.set(`7 ${of(phone)}`, [1, 2])
    expect((await logIn(laptop, { by: phone })).user.account).toBe(user.account)
    fids.set(of(ann), 8)
    expect((await logIn(laptop, { fid: 8 })).user.account).not.toBe(user.account)
  })

  it('is offered where project and services have it, and refused elsewhere', async () => {
    const list = async () =>
      (await app.request('/v1/socials?projectId=shop', { headers: { origin: shop } })).json()
    const all = ['farcaster', 'passkey'].map(provider => ({ provider, isAvailable: true }))
    expect(await list()).toEqual({ providers: all })
    const laptop = await openBrowser(app)
    await expect(begin(laptop, { page: 'https://evil.example' })).rejects.toThrow('APKT002')
    const without = await openSocial({ variables: {} as never })
    const other = await openBrowser(without)
    const call = { method: 'POST', path: 'login/farcaster/begin', body: { page: shop }, now: without.now() }
    expect((await other.key.send(without, call)).status).toBe(400)
    expect((await without.request('/v1/channel/status')).status).toBe(401)
    await without.close()
  })

  it('proves the logged-in visitor, and no other (T82)', async () => {
    const laptop = await openBrowser(app)
    fids.set(of(phone), 80)
    fids.set(of(eve), 81)
    app.at.ahead -= 301_000
    const { token, user } = await logIn(laptop, { by: phone, fid: 80 })
    app.at.ahead = 0
    const isFresh = () =>
      begin(laptop, { page: shop, link: true }, token).then(
        () => true,
        ({ message }: Error) => !message.includes('LOGIN_STEP_UP'),
      )
    const prove = async (by: typeof ann, fid: number) => {
      const { flow, channel } = await begin(laptop, { page: shop, prove: true }, token)
      await approve(channel, { by, fid })
      return (await laptop.poll(flow, token)).body
    }
    expect(await isFresh()).toBe(false)
    expect(await prove(eve, 81)).toEqual({ state: 'failed', reason: 'other' })
    expect(await isFresh()).toBe(false)
    expect(await prove(phone, 80)).toMatchObject({ state: 'proven', user: { account: user.account } })
    expect(await isFresh()).toBe(true)
  })

  it('lets an account be known by it as well, and no more', async () => {
    const laptop = await openBrowser(app)
    fids.set(of(phone), 70)
    const { token, user } = await logIn(laptop, { by: phone, fid: 70 })
    const { flow, channel } = await begin(laptop, { page: shop, link: true }, token)
    fids.set(of(eve), 71)
    await approve(channel, { by: eve, fid: 71 })
    expect((await laptop.poll(flow)).status).toBe(410)
    const { body } = await laptop.poll(flow, token)
    expect(body).toMatchObject({ state: 'linked', user: { account: user.account } })
    expect(body.user.identities).toHaveLength(2)
    const gone = await laptop.post('unlink', { provider: 'farcaster' }, token)
    expect(gone).toMatchObject({ status: 409, body: { code: 'LOGIN_LAST' } })
  })
})

describe('S2: a code that is sent on', () => {
  it('leads to the app only after the page of the wallet has asked, with the number of the browser that began', async () => {
    const [laptop, phone] = [await openBrowser(app), await openBrowser(app)]
    const call = { method: 'POST', path: 'login/farcaster/begin', body: { page: shop }, now: app.now() }
    const answer = (await (await laptop.key.send(app, call)).json()) as object
    const { flow, url, match } = v.parse(postFarcasterBegin.response, answer)
    expect(url).toBe(`${wallet}/social/${flow}`)
    const page = await phone.open(url)
    expect(page.text).toContain('Is this you logging in?')
    for (const told of [shop, `class="match">${match}<`]) expect(page.text).toContain(told)
    expect(page.text).not.toContain('app.example')
    // Looking at it changes nothing; refusing it ends the login.
    expect((await laptop.poll(flow)).body.state).toBe('waiting')
    await phone.open(url, new URLSearchParams({ decision: 'deny' }))
    expect((await laptop.poll(flow)).body).toEqual({ state: 'failed', reason: 'denied' })
    expect((await phone.open(url)).status).toBe(410)
  })
})

describe('T55: what an app hands in', () => {
  it.each<[string, Parameters<typeof approve>[1]]>([
    ['another domain', { change: { domain: 'shop.example' } }],
    ['another URI', { change: { uri: 'https://shop.example' } }],
    ['another scheme', { change: { scheme: 'http' } }],
    ['another nonce', { change: { nonce: 'a'.repeat(64) } }],
    ['another chain', { change: { chainId: 'eip155:1' } }],
    ['another page', { change: { requestId: 'evil.example' } }],
    ['another statement', { change: { statement: 'Sign in' } }],
    ['no account', { change: { resources: [] } }],
    ['another account than it says', { change: { resources: ['farcaster://fid/8'] } }],
    ['an account that is somebody else’s', { fid: 8 }],
    ['somebody else’s signature', { by: eve }],
    ['somebody else’s address', { change: { accountAddress: eve.address } }],
    ['no signature', { signature: `0x${'11'.repeat(65)}` }],
    ['an old text', { change: { issuedAt: '2020-01-01T00:00:00.000Z' } }],
    ['one of tomorrow', { change: { issuedAt: '2100-01-01T00:00:00.000Z' } }],
    ['one that is over', { change: { expirationTime: '2020-01-01T00:00:00.000Z' } }],
  ])('is refused with %s, and the login goes on', async (_title, how) => {
    const laptop = await openBrowser(app)
    const { flow, channel } = await begin(laptop)
    expect(await approve(channel, how)).toMatchObject(refused)
    expect((await laptop.poll(flow)).body.state).toBe('waiting')
    expect((await approve(channel)).status).toBe(201)
    expect((await laptop.poll(flow)).body.state).toBe('done')
  })

  it('counts once, for one login: not again, not for another, not later', async () => {
    const laptop = await openBrowser(app)
    const { flow, channel } = await begin(laptop)
    const many = await Promise.all(Array.from({ length: 5 }, () => approve(channel)))
    expect(many.map(({ status }) => status).sort()).toEqual([201, 401, 401, 401, 401])
    expect(await approve(channel)).toMatchObject(refused)
    expect((await ask(channel)).status).toBe(401)
    expect((await laptop.poll(flow)).body.state).toBe('done')
    const next = await begin(laptop)
    const late = await begin(laptop)
    // One at a time for each device.
    expect((await ask(next.channel)).status).toBe(401)
    app.at.ahead += 600_000
    expect(await approve(late.channel)).toMatchObject(refused)
  })

  it('counts for a key that the account names to sign in, and none that it took back or has for posts', async () => {
    const laptop = await openBrowser(app)
    const { channel } = await begin(laptop)
    for (const key of [
      [0, 2],
      [2, 2],
      [1, 1],
      [1, 0],
    ] as const) {
      keys.set(`7 ${of(phone)}`, key)
      expect(await approve(channel, { by: phone })).toMatchObject(refused)
    }
    keys.set(`7 ${of(phone)}`, [1, 2])
    expect((await approve(channel, { by: phone })).status).toBe(201)
  })

  it('counts as signed where the account’s address is a contract that says so (ERC-1271)', async () => {
    const { channel } = await begin(await openBrowser(app))
    expect(await approve(channel, { signature: '0x1234' })).toMatchObject(refused)
    isVouched = true
    expect((await approve(channel, { signature: '0x1234' })).status).toBe(201)
  })

  it('waits for nodes that are out', async () => {
    const laptop = await openBrowser(app)
    const { channel } = await begin(laptop)
    isOut = true
    expect(await approve(channel)).toMatchObject({ status: 503, body: { code: 'APKT009' } })
    isOut = false
    expect((await approve(channel)).status).toBe(201)
  })

  it('is nothing without the channel, whose token no other call tells', async () => {
    const laptop = await openBrowser(app)
    const { flow, channel } = await begin(laptop)
    for (const token of ['', 'x', flow, 'a'.repeat(43), `${channel}a`]) {
      expect((await ask(token)).status).toBe(401)
      expect(await approve(token)).toMatchObject(refused)
    }
    const rows = JSON.stringify(await app.store.db.selectFrom('social_flows').selectAll().execute())
    expect(rows).not.toContain(channel)
    expect((await ask(channel)).headers.get('access-control-allow-origin')).toBe('*')
    const page = await laptop.open(`${wallet}/social/${flow}`)
    expect(page.text).toContain('Is this you logging in?')
    expect(page.text).not.toContain(channel)
  })
})
