import type { AddressInfo } from 'node:net'
import { type ServerType, serve } from '@hono/node-server'
import { formatSignInMessage } from 'latchkey/contract'
import { getFarcasterChannel, postFarcasterBegin } from 'latchkey/services'
import * as v from 'valibot'
import { concat, encodeFunctionData, pad, parseAbi } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { devAccounts } from '../../../../../devstack/src/chains/devAccounts.ts'
import { type Chain, startChain } from '../../../../../devstack/src/chains/startChain.ts'
import { contractPlan, devContracts } from '../../../../../devstack/src/contracts/contractPlan.ts'
import {
  type ChainClient,
  createChainClient,
} from '../../../../../devstack/src/contracts/createChainClient.ts'
import { create2Factory, create2Salt } from '../../../../../devstack/src/contracts/planContract.ts'
import { type Providers, startProviders } from '../../../../../devstack/src/providers/startProviders.ts'
import { wallet } from '../../signin/deviceKey.fixture.ts'
import { confirmApp, openBrowser, openSocial, type SocialApp, shop } from '../social.fixture.ts'

const [first, second] = devAccounts.map(({ privateKey }) => privateKeyToAccount(privateKey))
let chain: Chain
let client: ChainClient
let providers: Providers
let app: SocialApp
let server: ServerType
let relay: string

beforeAll(async () => {
  chain = await startChain({ chainId: 31337, port: 0 })
  client = createChainClient(chain)
  const data = concat([create2Salt, contractPlan.farcaster.creationCode])
  const hash = await client.sendTransaction({ to: create2Factory, data })
  await client.waitForTransactionReceipt({ checkReplacement: false, hash })
  providers = await startProviders({ port: 0, host: '127.0.0.1', walletOrigin: wallet, chain })
  app = await openSocial(providers, { RPC_UPSTREAMS: JSON.stringify({ 'eip155:31337': [chain.url] }) })
  relay = await new Promise(resolve => {
    server = serve(
      {
        port: 0,
        hostname: '127.0.0.1',
        overrideGlobalObjects: false,
        async fetch(request) {
          const { method, headers } = request
          const body = method === 'POST' ? { body: await request.text() } : {}
          return app.request(new URL(request.url).pathname, { method, headers, ...body })
        },
      },
      ({ port }: AddressInfo) => resolve(`http://localhost:${port}`),
    )
  })
})
afterAll(async () => {
  server.close()
  await providers.close()
  await app.close()
  await chain.stop()
})

async function begin() {
  const laptop = await openBrowser(app)
  const call = { method: 'POST', path: 'login/farcaster/begin', body: { page: shop }, now: app.now() }
  const answer = v.parse(postFarcasterBegin.response, await (await laptop.key.send(app, call)).json())
  const url = new URL(await confirmApp(app, answer.url))
  url.searchParams.set('relay', relay)
  const press = (form: Record<string, string>) =>
    fetch(url, { method: 'POST', body: new URLSearchParams(form) })
  const poll = async () => (await laptop.poll(answer.flow)).body
  return { url, press, poll, token: url.searchParams.get('channelToken') ?? '' }
}

it('T55: an account is the one that a real registry has for the address that signs', async () => {
  const { url, press, poll } = await begin()
  expect(await (await fetch(url)).text()).toContain(
    'keys.example wants to know who you are, for shop.example.',
  )
  await press({ deny: '1' })
  expect((await poll()).state).toBe('waiting')
  expect((await press({ account: '0' })).status).toBe(200)
  expect((await poll()).session.user.identities).toMatchObject([{ kind: 'farcaster', label: 'fid 1' }])
  expect((await press({ account: '0' })).status).toBe(410)
  const other = await begin()
  await other.press({ account: '3' })
  expect((await other.poll()).session.user.identities).toMatchObject([{ label: 'fid 2' }])
})

it('T55: and the holder of a registered key signs for it, as long as the key is registered', async () => {
  if (first === undefined || second === undefined) throw new Error('no accounts')
  const abi = parseAbi(['function add(uint32 keyType, bytes key)', 'function remove(bytes key)'])
  const send = async (data: `0x${string}`) => {
    const hash = await client.sendTransaction({ account: first, to: devContracts.farcaster, data })
    await client.waitForTransactionReceipt({ checkReplacement: false, hash })
  }
  const key = pad(second.address)
  async function approve() {
    const { token } = await begin()
    const headers = { authorization: `Bearer ${token}` }
    const status = await fetch(`${relay}/v1/channel/status`, { headers })
    const { signatureParams: asked } = v.parse(getFarcasterChannel.response, await status.json())
    const message = formatSignInMessage({
      domain: asked.domain,
      accountAddress: second?.address ?? '',
      statement: 'Farcaster Auth',
      uri: asked.siweUri,
      version: '1',
      chainId: `eip155:${asked.chainId}`,
      nonce: asked.nonce,
      issuedAt: new Date().toISOString(),
      resources: ['farcaster://fid/1'],
    })
    const body = JSON.stringify({ message, signature: await second?.signMessage({ message }), fid: 1 })
    const init = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body }
    return (await fetch(`${relay}/v1/channel/authenticate`, init)).status
  }
  expect(await approve()).toBe(401)
  await send(encodeFunctionData({ abi, functionName: 'add', args: [2, key] }))
  expect(await approve()).toBe(201)
  await send(encodeFunctionData({ abi, functionName: 'remove', args: [key] }))
  expect(await approve()).toBe(401)
})
