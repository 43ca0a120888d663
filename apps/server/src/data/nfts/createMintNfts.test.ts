import { getNfts, nftsSchema } from 'latchkey/services'
import * as v from 'valibot'
import { expect, it, onTestFinished } from 'vitest'
import { openApp, type TestApp } from '../../app.fixture.ts'
import { type FakeMint, keyOf, type Lies, startSvmNode, svmChain } from '../svm/svmNode.fixture.ts'

const owner = keyOf('owner')
const picture = 'data:image/svg+xml;base64,PHN2Zy8+'
const document = (metadata: object) =>
  `data:application/json;base64,${Buffer.from(JSON.stringify(metadata)).toString('base64')}`
const nft = (name: string, rest: Partial<FakeMint> = {}): FakeMint => ({
  address: keyOf(name),
  decimals: 0,
  supply: 1n,
  amounts: [1n],
  ...rest,
})

async function appOver(
  mints: readonly FakeMint[],
  lies: Lies = {},
  variables: Readonly<Record<string, string>> = {},
): Promise<TestApp> {
  const fake = await startSvmNode({ owner, mints, lies })
  const app = await openApp({
    LATCHKEY_DEV: '1',
    RPC_UPSTREAMS: JSON.stringify({ [svmChain]: [fake.url] }),
    RPC_TIMEOUT_MS: '3000',
    RATE_LIMIT_BURST: '10000',
    ...variables,
  })
  onTestFinished(async () => {
    await app.close()
    await fake.close()
  })
  return app
}
const ask = (app: TestApp, query: Readonly<Record<string, string>> = {}, address = owner) =>
  app.request(
    `/v1/account/${address}/nfts?${new URLSearchParams({ projectId: 'latchkey-dev', chainId: svmChain, ...query })}`,
  )
async function page(app: TestApp, query?: Readonly<Record<string, string>>) {
  const response = await ask(app, query)
  expect(response.status).toBe(200)
  return v.parse(nftsSchema, await response.json())
}

it('lists what there is one of and cannot be divided, with its collection, words and picture', async () => {
  const uri = document({ name: 'In the document', description: 'Opens a lock.\nOld.', image: picture })
  const collection = keyOf('collection')
  const app = await appOver([
    nft('brass', {
      metaplex: { name: 'Brass', symbol: 'KEY', uri, collection: { key: collection, verified: true } },
    }),
    nft('claims', { metaplex: { name: 'Claims', collection: { key: collection, verified: false } } }),
    nft('silver', { own: { name: 'Silver', symbol: 'KEY', uri } }),
    nft('bare'),
    { address: collection, decimals: 0, supply: 1n, metaplex: { name: 'Keys', symbol: 'KEYS' } },
    // One of many, one unit of what can be divided, and one that is not held any more.
    nft('edition', { supply: 2n }),
    nft('coin', { decimals: 6 }),
    nft('sold', { amounts: [0n] }),
  ])
  const { data, next } = await page(app)
  expect(next).toBeNull()
  const byId = new Map(data.map(each => [each.tokenId, each]))
  expect([...byId.keys()].sort()).toEqual(['brass', 'claims', 'silver', 'bare'].map(keyOf).sort())
  expect(byId.get(keyOf('brass'))).toEqual({
    id: `${svmChain}/nft:${keyOf('brass')}`,
    chainId: svmChain,
    standard: 'Metaplex',
    collection: { address: collection, name: 'Keys', symbol: 'KEYS' },
    tokenId: keyOf('brass'),
    amount: '1',
    name: 'Brass',
    description: 'Opens a lock.\nOld.',
    image: { url: `/v1/image?url=${encodeURIComponent(picture)}` },
    flags: { is_spam: false },
  })
  expect(byId.get(keyOf('claims'))?.collection).toEqual({
    address: keyOf('claims'),
    name: null,
    symbol: null,
  })
  expect(byId.get(keyOf('silver'))).toMatchObject({ standard: 'Token-2022', name: 'Silver' })
  expect(byId.get(keyOf('bare'))).toMatchObject({ standard: 'SPL Token', name: null, image: null })
})

it('pages through everything once', async () => {
  const app = await appOver(Array.from({ length: 95 }, (_, nth) => nft(`key ${nth}`)))
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const { data, next } = await page(app, cursor === undefined ? {} : { cursor })
    seen.push(...data.map(({ tokenId }) => tokenId))
    cursor = next ?? undefined
  } while (cursor !== undefined)
  expect(seen).toHaveLength(95)
  expect(new Set(seen).size).toBe(95)
})

it.each<[string, Partial<FakeMint>]>([
  ['name', { metaplex: { name: 'Visit key-drop.com to claim' } }],
  ['symbol with unseen characters', { own: { name: 'Key', symbol: 'K\u202eY' } }],
  ['document', { own: { name: 'Key', uri: document({ name: 'free at https://x.example' }) } }],
])('T67: flags a collectible whose %s is bait', async (_what, mint) => {
  const { data } = await page(await appOver([nft('bait', mint)]))
  expect(data).toMatchObject([{ flags: { is_spam: true } }])
  expect(JSON.stringify(data)).not.toContain('\u202e')
})

it.each([
  'http://127.0.0.1:9/a.json',
  'http://169.254.169.254/latest/meta-data',
  'http://[::1]/a.json',
  'http://localhost/a.json',
  'http://10.0.0.1/a.json',
  'file:///etc/passwd',
  'gopher://x',
  'javascript:alert(1)',
  'data:text/html;base64,PHNjcmlwdD4=',
  `https://x.example/${'a'.repeat(150)}`,
])('T95: reads no document at %s', async uri => {
  const { data } = await page(await appOver([nft('key', { metaplex: { name: 'Key', uri } })]))
  expect(data).toMatchObject([{ name: 'Key', description: null, image: null }])
})

it('T69: a picture is a path of the image proxy, wherever it is', async () => {
  const uri = document({ image: 'https://tracker.example/a.png' })
  const { data } = await page(await appOver([nft('key', { own: { name: 'Key', uri } })]))
  expect(data[0]?.image?.url).toBe(`/v1/image?url=${encodeURIComponent('https://tracker.example/a.png')}`)
})

it('F20: lists nothing of a chain that cannot be read, and refuses what is no address or cursor of the list', async () => {
  const lies = { getMultipleAccounts: { error: { code: -32_603, message: 'x' } } }
  expect((await ask(await appOver([nft('key')], lies))).status).toBe(503)
  const app = await appOver([nft('key')])
  expect((await ask(app, {}, `0x${'1'.repeat(40)}`)).status).toBe(400)
  expect((await ask(app, { cursor: 'AAAAAAAAAAAAAAAAAA' })).status).toBe(400)
  expect(v.parse(getNfts.response, await (await ask(app, {}, keyOf('other'))).json())).toEqual({
    data: [],
    next: null,
  })
})

it('F20: answers no empty list for an account with more token accounts than an answer holds', async () => {
  const many = Array.from({ length: 600 }, (_, nth) => nft(`key ${nth}`))
  const app = await appOver(many, {}, { RPC_ANSWER_LIMIT_BYTES: '100000' })
  expect((await ask(app)).status).toBe(503)
})
