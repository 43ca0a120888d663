import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { CaipNetworkId } from 'latchkey/contract'
import { suiDocuments } from 'latchkey/services'
import { afterEach, describe, expect, it } from 'vitest'
import { openApp } from '../../app.fixture.ts'
import { createLog } from '../../core/log/createLog.ts'
import { servicesOf } from '../namespaces/namespaces.ts'
import { createRpcProxy } from './createRpcProxy.ts'

const bitcoin = 'bip122:000000000019d6689c085ae165831e93'
const genesis = '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f'
const otherGenesis = '00000000da84f2bafbbc53dee25a72ae507ff4914b867c565be350b0da8bf043'

describe('whether a node is of the chain', () => {
  it.each<[CaipNetworkId, unknown, boolean | undefined]>([
    [bitcoin, genesis, true],
    [bitcoin, otherGenesis, false],
    [bitcoin, '', undefined],
    [bitcoin, { hash: genesis }, undefined],
    ['stacks:1', { network_id: 1 }, true],
    ['stacks:1', { network_id: 2_147_483_648 }, false],
    ['stacks:1', {}, undefined],
    ['cosmos:cosmoshub-4', { default_node_info: { network: 'cosmoshub-4' } }, true],
    ['cosmos:cosmoshub-4', { default_node_info: { network: 'osmosis-1' } }, false],
    // CAIP-2's own examples for ids that are no reference.
    ['cosmos:hashed-c904589232422def', { default_node_info: { network: 'hashed-' } }, true],
    [
      'cosmos:hashed-0204c92a0388779d',
      { default_node_info: { network: '1234567890'.repeat(5).slice(0, 48) } },
      true,
    ],
    ['cosmos:hashed-c904589232422def', { default_node_info: { network: 'other' } }, false],
    ['cosmos:cosmoshub-4', { default_node_info: null }, undefined],
    ['sui:mainnet', { checkpoint: { digest: '4btiuiMPvEENsttpZC7CZ53DruC3MAgfznDbASZ7DR6S' } }, true],
    ['sui:mainnet', { checkpoint: { digest: '69WiPg3DAQiwdxfncX6wYQ2siKwAe6L9BZthQea3JNMD' } }, false],
    ['sui:mainnet', { checkpoint: { digest: 'another' } }, false],
    ['sui:devnet', { checkpoint: { digest: 'another' } }, undefined],
    ['sui:devnet', { checkpoint: { digest: '4btiuiMPvEENsttpZC7CZ53DruC3MAgfznDbASZ7DR6S' } }, false],
    ['sui:mainnet', null, undefined],
    [
      'polkadot:91b171bb158e2d3848fa23a9f1c25182',
      `0x91b171bb158e2d3848fa23a9f1c25182${'0'.repeat(32)}`,
      true,
    ],
    ['polkadot:91b171bb158e2d3848fa23a9f1c25182', `0x${'0'.repeat(64)}`, false],
    ['polkadot:91b171bb158e2d3848fa23a9f1c25182', null, undefined],
  ])('%s: %j is %s', (chain, said, isOf) => {
    expect(servicesOf(chain)?.nodes.identity.isOf(said, chain)).toBe(isOf)
  })

  it.each<[CaipNetworkId, unknown, number | undefined]>([
    [bitcoin, 900_000, 900_000],
    [bitcoin, '900000', 900_000],
    [bitcoin, -1, undefined],
    ['stacks:1', { stacks_tip_height: 7 }, 7],
    ['cosmos:cosmoshub-4', { height: '28000000' }, 28_000_000],
    ['sui:mainnet', { checkpoint: { sequenceNumber: 7 } }, 7],
    ['polkadot:91b171bb158e2d3848fa23a9f1c25182', { number: '0x1b' }, 27],
    ['polkadot:91b171bb158e2d3848fa23a9f1c25182', { number: 27 }, undefined],
  ])('%s: the height in %j is %s', (chain, said, height) => {
    expect(servicesOf(chain)?.nodes.head.read(said)).toBe(height)
  })
})

type Route = (request: IncomingMessage, response: ServerResponse, body: string) => void

const servers: Server[] = []
const heard: (readonly [where: string, body: string])[] = []
afterEach(async () => {
  heard.length = 0
  await Promise.all(
    servers.splice(0).map(
      server =>
        new Promise(resolve => {
          server.close(resolve)
          server.closeAllConnections()
        }),
    ),
  )
})

async function start(route: Route, path = '/api?key=1'): Promise<string> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      heard.push([`${request.method} ${request.url}`, body])
      route(request, response, body)
    })
  })
  servers.push(server)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`
}

const text =
  (answers: Readonly<Record<string, string>>, status = 200): Route =>
  (request, response) => {
    const answer = Object.entries(answers).find(([path]) => request.url?.includes(path))?.[1]
    response.writeHead(answer === undefined ? 404 : status).end(answer)
  }

/** An Esplora of a chain; an address holds what `funded` says. */
const esplora = (hash: string, funded: string | undefined, status = 200): Route =>
  text({
    '/block-height/0': hash,
    '/blocks/tip/height': '900000',
    ...(funded !== undefined && status === 200
      ? { '/address/': `{"chain_stats":{"funded_txo_sum":${funded}}}` }
      : {}),
  })

function proxyOver(chain: CaipNetworkId, urls: readonly string[], timeout = 5_000) {
  return createRpcProxy({
    upstreams: new Map([[chain, urls]]),
    timeout,
    answerLimit: 10_000,
    clock: () => performance.now(),
    log: createLog({ level: 'silent' }),
  })
}

const address = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
const ask = { method: 'GET', params: [`/address/${address}`] }

describe('the proxy before REST nodes', () => {
  it('gets a path below the URL, whose key stays, and answers the JSON', async () => {
    const proxy = proxyOver(bitcoin, [await start(esplora(genesis, '5'))])
    expect(await proxy.call(bitcoin, [ask])).toEqual([{ result: { chain_stats: { funded_txo_sum: 5 } } }])
    expect(heard).toEqual([
      ['GET /api/block-height/0?key=1', ''],
      [`GET /api/address/${address}?key=1`, ''],
    ])
  })

  it('asks no node of another chain (F16)', async () => {
    const urls = [await start(esplora(otherGenesis, '1')), await start(esplora(genesis, '2'))]
    expect(await proxyOver(bitcoin, urls).call(bitcoin, [ask])).toEqual([
      { result: { chain_stats: { funded_txo_sum: 2 } } },
    ])
    expect(heard.filter(([where]) => where.includes('/address/'))).toHaveLength(1)
  })

  it('keeps a number that a double cannot hold as it was written', async () => {
    const proxy = proxyOver(bitcoin, [await start(esplora(genesis, '9007199254740993'))])
    expect(JSON.stringify(await proxy.call(bitcoin, [ask]))).toContain(':9007199254740993}')
  })

  it('answers each call of a batch by itself', async () => {
    const proxy = proxyOver(bitcoin, [await start(esplora(genesis, '5'))])
    const height = { method: 'GET', params: ['/blocks/tip/height'] }
    expect(
      await proxy.call(bitcoin, [ask, height, { method: 'GET', params: ['/none'] }, height, height]),
    ).toEqual([
      { result: { chain_stats: { funded_txo_sum: 5 } } },
      { result: 900_000 },
      { error: { code: -32_001, message: 'The node answered HTTP 404' } },
      { result: 900_000 },
      { result: 900_000 },
    ])
  })

  it.each<[string, Route]>([
    ['a status of its own trouble', (_request, response) => response.writeHead(503).end()],
    ['no JSON', (_request, response) => response.end('<html>Sign in</html>')],
    ['too much', (_request, response) => response.end(JSON.stringify('x'.repeat(20_000)))],
    ['a cut', request => request.socket.destroy()],
    [
      'a redirect',
      (_request, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    ],
  ])('%s: an error, and nothing of the node in it', async (_name, route) => {
    const url = await start((request, response, body) =>
      request.url?.includes('block-height') ? response.end(genesis) : route(request, response, body),
    )
    const [outcome] = await proxyOver(bitcoin, [url], 2_000).call(bitcoin, [ask])
    expect(outcome).toMatchObject({ error: { code: expect.any(Number) } })
    expect(JSON.stringify(outcome)).not.toMatch(/html|127\.0\.0\.1|xxx/)
  })

  it('F14: the next node answers for one that fails', async () => {
    const bad = await start((_request, response) => response.writeHead(502).end())
    const good = await start(esplora(genesis, '7'))
    expect(await proxyOver(bitcoin, [bad, good]).call(bitcoin, [ask])).toEqual([
      { result: { chain_stats: { funded_txo_sum: 7 } } },
    ])
  })

  it('F15: one silent node does not use up the time of all', async () => {
    const silent = await start(() => undefined)
    const good = await start(esplora(genesis, '7'))
    expect(await proxyOver(bitcoin, [silent, good], 1_000).call(bitcoin, [ask])).toEqual([
      { result: { chain_stats: { funded_txo_sum: 7 } } },
    ])
  })
})

describe('the proxy before GraphQL nodes', () => {
  const chain = 'sui:mainnet'
  const graphql =
    (answer: unknown): Route =>
    (_request, response, body) => {
      const { query } = JSON.parse(body) as { query: string }
      const digest = '4btiuiMPvEENsttpZC7CZ53DruC3MAgfznDbASZ7DR6S'
      const isGenesis = query === suiDocuments.genesis
      response.end(JSON.stringify(isGenesis ? { data: { checkpoint: { digest } } } : answer))
    }
  const balance = { method: 'query', params: [suiDocuments.balance, { owner: '0x2' }] }

  it('posts the document with its variables and answers the data', async () => {
    const data = { address: { balance: { totalBalance: '5' } } }
    const proxy = proxyOver(chain, [await start(graphql({ data }), '/graphql')])
    expect(await proxy.call(chain, [balance])).toEqual([{ result: data }])
    expect(heard.at(-1)?.[0]).toBe('POST /graphql')
    expect(JSON.parse(heard.at(-1)?.[1] ?? '')).toEqual({
      query: suiDocuments.balance,
      variables: { owner: '0x2' },
    })
  })

  it("passes the node's refusal on", async () => {
    const proxy = proxyOver(chain, [await start(graphql({ data: null, errors: [{ message: 'no' }] }))])
    expect(await proxy.call(chain, [balance])).toEqual([{ error: { code: -32_000, message: 'no' } }])
  })

  it.each([
    ['an object that is no text', [{ message: { toString: 1, valueOf: 1 } }]],
    ['nothing', [null]],
    ['a list', [{ message: [{ toString: 1 }] }]],
  ])('T117: a refusal whose words are %s is a refusal, and throws nothing', async (_what, errors) => {
    const proxy = proxyOver(chain, [await start(graphql({ errors }))])
    expect(await proxy.call(chain, [balance])).toMatchObject([{ error: { code: -32_000 } }])
  })
})

describe('POST /v1', () => {
  it('passes on listed paths alone, and lists the chain as supported', async () => {
    const app = await openApp({
      LATCHKEY_DEV: '1',
      RPC_UPSTREAMS: JSON.stringify({ [bitcoin]: [await start(esplora(genesis, '5'))] }),
      FRAME_ORIGIN: 'https://keys.wallet.example',
    })
    try {
      const post = async (params: unknown) => {
        const response = await app.request(`/v1?chainId=${bitcoin}&projectId=latchkey-dev`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'GET', params }),
        })
        return response.json() as Promise<unknown>
      }
      expect(await post(ask.params)).toMatchObject({ id: 1, result: { chain_stats: { funded_txo_sum: 5 } } })
      const before = heard.length
      for (const path of ['/tx/1', '/address/../tx', `/address/${address}/txs`, '//127.0.0.1:1/'])
        expect(await post([path])).toMatchObject({ error: { code: -32_601 } })
      expect(heard).toHaveLength(before)
      const supported = await app.request('/v1/supported-chains?projectId=latchkey-dev')
      expect(await supported.json()).toEqual({ http: [bitcoin], ws: [] })
    } finally {
      await app.close()
    }
  })

  it.each([
    ['bip122:000000000019d668', 'must name a network of bip122'],
    ['polkadot:xyz', 'must name a chain of polkadot'],
    ['stacks:mainnet', 'must name a network of stacks'],
    ['sui:35834a8a', 'must name a network of sui'],
  ])('a node of %s is refused at start', async (chain, rule) => {
    await expect(
      openApp({ LATCHKEY_DEV: '1', RPC_UPSTREAMS: JSON.stringify({ [chain]: ['https://node.example'] }) }),
    ).rejects.toThrow(rule)
  })
})
