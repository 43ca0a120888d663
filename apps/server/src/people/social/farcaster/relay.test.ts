import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { formatSignInMessage } from 'latchkey/contract'
import { postFarcasterBegin } from 'latchkey/services'
import * as v from 'valibot'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { answerWith, type FakeNode, startNode } from '../../../data/rpc/fakeNode.fixture.ts'
import { confirmApp, openBrowser, openSocial, type SocialApp, shop } from '../social.fixture.ts'

const chain = 'eip155:31337'
const ann = privateKeyToAccount(generatePrivateKey())
let node: FakeNode
let relay: Server
let app: SocialApp
/** What the relay was asked to open, what it says of it, and how it answers. */
let opened: Record<string, unknown> = {}
let said: object | undefined
let link = ''
let status = 201

beforeAll(async () => {
  node = await startNode(
    answerWith(({ method }) => ({
      result: method === 'eth_chainId' ? '0x7a69' : `0x${'7'.padStart(64, '0')}`,
    })),
  )
  relay = createServer(async (request, response) => {
    const { method, url, headers } = request
    let text = ''
    for await (const part of request) text += part
    const send = (code: number, body: object) => response.writeHead(code).end(JSON.stringify(body))
    if (status >= 500) send(status, {})
    else if (method === 'POST' && url === '/v1/channel') {
      opened = JSON.parse(text)
      send(status, { channelToken: 'TOKEN', url: link, connectUri: link, nonce: opened.nonce })
    } else if (url !== '/v1/channel/status' || headers.authorization !== 'Bearer TOKEN') send(401, {})
    else if (said === undefined) send(202, { state: 'pending', nonce: opened.nonce })
    else send(200, { state: 'completed', fid: 7, username: 'ann', authMethod: 'custody', ...said })
  })
  await new Promise<void>(resolve => relay.listen(0, '127.0.0.1', resolve))
  app = await openSocial(
    { variables: { SOCIAL_PROVIDERS: '{}', SOCIAL_BASE_URL: 'http://localhost:1' } },
    {
      RPC_UPSTREAMS: JSON.stringify({ [chain]: [node.url] }),
      FARCASTER_CHAIN: chain,
      FARCASTER_ID_REGISTRY: `0x${'1d'.repeat(20)}`,
      FARCASTER_RELAY_URL: `http://localhost:${(relay.address() as AddressInfo).port}/`,
    },
  )
})
beforeEach(() => {
  said = undefined
  status = 201
  link = 'https://farcaster.xyz/~/siwf?channelToken=TOKEN'
})
afterAll(async () => {
  await app.close()
  relay.close()
  relay.closeAllConnections()
  await node.close()
})

async function begin() {
  const laptop = await openBrowser(app)
  const call = { method: 'POST', path: 'login/farcaster/begin', body: { page: shop }, now: app.now() }
  const response = await laptop.key.send(app, call)
  const { flow, url } = v.parse(postFarcasterBegin.response, await response.json())
  return { laptop, flow, url: await confirmApp(app, url) }
}

async function sign(change: Record<string, unknown> = {}) {
  const message = formatSignInMessage({
    domain: String(opened.domain),
    accountAddress: ann.address,
    statement: 'Farcaster Auth',
    uri: String(opened.siweUri),
    version: '1',
    chainId: chain,
    nonce: String(opened.nonce),
    issuedAt: new Date(app.now()).toISOString(),
    requestId: String(opened.requestId),
    resources: ['farcaster://fid/7'],
    ...change,
  })
  return { message, signature: await ann.signMessage({ message }) }
}

it('takes the question to the relay, and its answer to the browser that began, judged as every other', async () => {
  const { laptop, flow, url } = await begin()
  expect(url).toBe(link)
  expect(opened).toMatchObject({
    siweUri: 'https://keys.example',
    domain: 'keys.example',
    requestId: 'shop.example',
    acceptAuthAddress: false,
  })
  expect((await laptop.poll(flow)).body.state).toBe('waiting')
  status = 503
  expect((await laptop.poll(flow)).body.state).toBe('waiting')
  status = 201
  said = await sign()
  expect((await laptop.poll(flow)).body).toMatchObject({
    state: 'done',
    session: { user: { provider: 'farcaster' } },
  })
  expect((await laptop.poll(flow)).status).toBe(410)
})

it.each([
  ['another nonce', { nonce: 'a'.repeat(64) }],
  ['another domain', { domain: 'evil.example' }],
  ['another account', { resources: ['farcaster://fid/8'] }],
])('T55: believes it in nothing: %s', async (_title, change) => {
  const { laptop, flow } = await begin()
  said = await sign(change)
  expect((await laptop.poll(flow)).body).toEqual({ state: 'failed', reason: 'provider' })
})

it('begins nothing with a relay that is out, or leads elsewhere, and is no channel itself', async () => {
  status = 500
  const isAvailable = async () => {
    const response = await app.request('/v1/socials?projectId=shop', { headers: { origin: shop } })
    return (await response.json()) as unknown
  }
  const listed = (isAvailable: boolean) => ({
    providers: [
      { provider: 'farcaster', isAvailable },
      { provider: 'passkey', isAvailable: true },
    ],
  })
  expect(await isAvailable()).toEqual(listed(true))
  for (let time = 0; time < 3; time++) {
    const { laptop, flow, url } = await begin()
    expect(url).toBe('nowhere')
    expect((await laptop.poll(flow)).body).toEqual({ state: 'failed', reason: 'provider' })
  }
  expect(await isAvailable()).toEqual(listed(false))
  status = 201
  for (link of ['javascript:alert(1)', 'http://farcaster.xyz/', 'data:text/html,x'])
    expect((await begin()).url).toBe('nowhere')
  link = 'farcaster://connect?channelToken=TOKEN'
  expect((await begin()).url).toBe(link)
  const headers = { authorization: `Bearer ${'a'.repeat(43)}` }
  expect((await app.request('/v1/channel/status', { headers })).status).toBe(401)
})
