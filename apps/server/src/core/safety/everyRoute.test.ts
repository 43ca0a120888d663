import { routeErrorSchema, routeErrors, rpcAnswerSchema } from 'latchkey/services'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { growthOf, linearGrowth } from '../../../../../packages/testing/src/fixtures/growthOf.ts'
import { openApp, type TestApp } from '../../app.fixture.ts'
import { answerWith, type FakeNode, startNode } from '../../data/rpc/fakeNode.fixture.ts'
import { switchOn } from '../../people/signin/page.fixture.ts'
import type { ApiDocument } from '../openapi/createDocument.ts'
import { entriesOf, listContractRoutes, type NamedRoute, namesProject } from '../openapi/listRoutes.ts'
import { bytesOf } from '../openapi/toSchema.ts'
import {
  everyRoute,
  isWalletOnly,
  openPlaces,
  page,
  pipesOf,
  type SampleOptions,
  sampleBody,
  sampleRequest,
  wallet,
} from './sampleRequest.fixture.ts'

/** Calls whose rules differ from the others', each with its reason; everything else is tested alike. */
const special = {
  /** May be read from any page: it is how the widget there learns that it stands outside. */
  readByAnyone: ['getAllowedOrigins'],
  /** Visitors are on pages: who names none is refused. */
  pagesOnly: [
    'postAnalyticsEvent',
    'postAttestation',
    'postSignIn',
    'postSignInResume',
    'postEmail',
    'postEmailCode',
    'postOnRampUrl',
    'postExchangeOrder',
    'postPaymaster',
    'postHostPaymaster',
    'getSessions',
    'postSession',
    'postSessionRevoke',
  ],
  /** Speaks JSON-RPC, also when it refuses (SPEC-NOTES §7). */
  jsonRpc: ['postRpc'],
} as const
const is = (kind: keyof typeof special, { name }: NamedRoute) =>
  (special[kind] as readonly string[]).includes(name)
const projectRoutes = everyRoute.filter(([, { route }]) => namesProject(route))
const bodyRoutes = everyRoute.filter(([, { route }]) => route.body !== undefined)
const limitedRoutes = everyRoute.filter(([, { route }]) => route.errors.includes('APKT010'))

let node: FakeNode
let app: TestApp
const environment = () => ({
  LATCHKEY_DEV: '1',
  RPC_UPSTREAMS: JSON.stringify({ 'eip155:31337': [node.url] }),
  RPC_TIMEOUT_MS: '1000',
  BODY_LIMIT_BYTES: '20000',
  RATE_LIMIT_PER_SECOND: '1000000',
  RATE_LIMIT_BURST: '1000000',
  RATE_LIMIT_WITHOUT_ORIGIN_PER_SECOND: '1000000',
  RATE_LIMIT_WITHOUT_ORIGIN_BURST: '1000000',
  NAME_REGISTRATIONS_PER_HOUR: '1000000',
  FRAME_ORIGIN: wallet,
})

beforeAll(async () => {
  node = await startNode(
    answerWith(({ method }) =>
      method === 'eth_chainId'
        ? { result: '0x7a69' }
        : method === 'eth_getBalance'
          ? { result: '0x1' }
          : { error: { code: -32_601, message: 'the method does not exist' } },
    ),
  )
  app = await openApp(environment())
  for (const id of ['shop', 'other']) await app.addProject(id, [`https://${id}.example`])
  await app.addProject('closed')
  await switchOn(app)
})
afterAll(async () => {
  await app.close()
  await node.close()
})

const ask = (named: NamedRoute, options: SampleOptions = {}, from?: string) => {
  const { path, init } = sampleRequest(named, options)
  return app.request(path, init, from)
}

/** The refusal's code, after checking that it is one the call states, with its status, in the shape all share. */
async function refusalOf(named: NamedRoute, response: Response): Promise<string> {
  const body = await response.json()
  const text = is('jsonRpc', named) ? v.parse(rpcAnswerSchema, body) : v.parse(routeErrorSchema, body)
  if (!('code' in text))
    return ((text as { error?: { data?: { code?: string } } }).error?.data?.code ?? 'JSON-RPC') as string
  const code = text.code as keyof typeof routeErrors
  expect([...named.route.errors, 'REQUEST_INVALID', 'APKT009']).toContain(code)
  expect([routeErrors[code].status, 503]).toContain(response.status)
  return code
}

it('every call of the contract is mounted, and nothing else but the pages that print them', async () => {
  const printed = (await (await app.request('/openapi.json')).json()) as ApiDocument
  const mounted = Object.values(printed.paths).flatMap(methods =>
    Object.values(methods).map(({ operationId }) => operationId),
  )
  expect(mounted.sort()).toEqual(
    listContractRoutes()
      .map(({ name }) => name)
      .sort(),
  )
})

describe('answers match the contract', () => {
  it.each(everyRoute)('%s', async (_title, named) => {
    const response = await ask(named)
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    if (response.status >= 400) {
      await refusalOf(named, response)
      return
    }
    const kinds = bytesOf(named.route.response)
    const type = response.headers.get('content-type') ?? ''
    if (kinds !== undefined) expect(kinds).toContain(type)
    else {
      expect(type).toMatch(/^application\/json/)
      const result = v.safeParse(named.route.response, await response.json())
      expect(result.issues?.map(issue => `${v.getDotPath(issue)}: ${issue.message}`)).toBeUndefined()
    }
  })
})

describe('T103: who may call', () => {
  const cases = [
    ['shop', page, 'in'],
    ['shop', 'https://other.example', 'APKT002'],
    ['shop', 'https://shop.example.evil.example', 'APKT002'],
    ['shop', 'http://shop.example', 'APKT002'],
    ['shop', 'null', 'APKT002'],
    ['shop', 'http://localhost:5173', 'APKT002'],
    ['shop', null, 'in'],
    ['closed', page, 'APKT002'],
    ['closed', null, 'in'],
    ['latchkey-dev', 'http://localhost:5173', 'in'],
    ['latchkey-dev', page, 'APKT002'],
    ['nobody', page, 'APKT007'],
    ['nobody', null, 'APKT007'],
    [null, page, 'APKT008'],
    [null, null, 'APKT008'],
  ] as const
  /** The wallet's page stands in no project's list, and no page that does stands in for it. */
  const walletCases = [
    ['shop', wallet, 'in'],
    ['closed', wallet, 'in'],
    ['shop', page, 'APKT002'],
    ['shop', 'https://keys.example.evil.example', 'APKT002'],
    ['shop', 'http://keys.example', 'APKT002'],
    ['shop', 'null', 'APKT002'],
    ['shop', null, 'APKT002'],
    ['latchkey-dev', 'http://localhost:5173', 'APKT002'],
    ['nobody', wallet, 'APKT007'],
    [null, wallet, 'APKT008'],
  ] as const
  it.each(projectRoutes)('%s', async (_title, named) => {
    for (const [projectId, origin, expected] of isWalletOnly(named.route) ? walletCases : cases) {
      const response = await ask(named, { projectId, origin })
      const place = `${projectId} from ${origin}`
      const isIn =
        expected === 'in'
          ? !(origin === null && is('pagesOnly', named))
          : expected === 'APKT002' && is('readByAnyone', named)
      if (isIn)
        expect(
          [400, 401, 403].includes(response.status) ? await refusalOf(named, response) : 'in',
          place,
        ).not.toMatch(/^APKT00[278]$/)
      else expect(await refusalOf(named, response), place).toBe(expected === 'in' ? 'APKT002' : expected)
    }
  })
})

describe('T105: what other pages may read', () => {
  it.each(projectRoutes)('%s', async (_title, named) => {
    const own = isWalletOnly(named.route) ? wallet : page
    for (const origin of [own, 'https://evil.example', null]) {
      const { headers } = await ask(named, { origin })
      expect(headers.get('access-control-allow-credentials')).toBeNull()
      expect(headers.get('set-cookie')).toBeNull()
      expect(headers.get('vary')).toContain('Origin')
      // A foreign page can read the refusal; a caller without a page gets no CORS header.
      const allowed = headers.get('access-control-allow-origin')
      if (is('readByAnyone', named)) expect(allowed).toBe('*')
      else expect(allowed).toBe(origin === null ? null : origin === own ? own : '*')
    }
  })

  it.each(everyRoute)('%s never allows credentials', async (_title, named) => {
    const { path } = sampleRequest(named)
    const headers = { origin: page, 'access-control-request-method': named.route.method }
    for (const method of ['OPTIONS', named.route.method]) {
      const response = await app.request(path, { method, headers })
      expect(response.headers.get('access-control-allow-credentials')).toBeNull()
    }
  })
})

describe('T102, F22: one bucket, whatever a client claims', () => {
  let limited: TestApp
  beforeAll(async () => {
    limited = await openApp(
      {
        ...environment(),
        TRUSTED_PROXIES: '10.0.0.0/8',
        RPC_BATCH_LIMIT: '1',
        RATE_LIMIT_PER_SECOND: '1',
        RATE_LIMIT_BURST: '20',
        RATE_LIMIT_WITHOUT_ORIGIN_PER_SECOND: '1',
        RATE_LIMIT_WITHOUT_ORIGIN_BURST: '20',
        NAME_REGISTRATIONS_PER_HOUR: '20',
      },
      { clock: () => 0 },
    )
    await limited.addProject('shop', [page])
  })
  afterAll(() => limited.close())
  const claims = Array.from({ length: 1_000 }, (_, i) => `198.51.${i >> 8}.${i & 255}, 10.0.0.${i % 250}`)
  /** One call with all of them; the others, which count alike, with more than any allowance. */
  const claimsFor = (named: NamedRoute) => (named.name === 'getProjectConfig' ? 1_000 : mostLet(named) + 40)
  // Lookups of names have an allowance of their own, of 200.
  const mostLet = (named: NamedRoute) => (namesProject(named.route) ? 20 : 200)

  // Each call comes from its own clients, with untouched limits.
  const clients = limitedRoutes.map(([title, named], at) => [title, named, at + 1] as const)

  it.each(clients)('%s: forged headers and addresses of one IPv6 network', async (_title, named, client) => {
    for (const at of ['forged', 'network'] as const) {
      let let_ = 0
      let refused = 0
      for (const [index, claim] of claims.slice(0, claimsFor(named)).entries()) {
        const { path, init } = sampleRequest(named, {
          headers: {
            'x-forwarded-for': claim,
            'x-real-ip': claim,
            forwarded: `for=${claim.split(',')[0]}`,
          },
        })
        const from =
          at === 'forged' ? `203.0.113.${client}` : `2001:db8:${client.toString(16)}::${index.toString(16)}`
        const response = await limited.request(path, init, from)
        if (response.status !== 429) let_++
        else if (refused++ === 0) {
          expect(await refusalOf(named, response)).toBe('APKT010')
          expect(Number(response.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
        }
      }
      expect(let_).toBeGreaterThan(0)
      expect(let_).toBeLessThanOrEqual(mostLet(named))
    }
  })

  it('T103: who names no page has a smaller bucket than a page', async () => {
    const time = { now: 0 }
    const fewer = await openApp({ LATCHKEY_DEV: '1', PROJECT_CACHE_MS: '600000' }, { clock: () => time.now })
    const count = async (headers: Record<string, string>) => {
      for (let let_ = 0; ; let_++) {
        const response = await fewer.request('/appkit/v1/config?projectId=latchkey-dev', { headers })
        if (response.status === 429) return let_
      }
    }
    const pages = await count({ origin: 'http://localhost:1' })
    const others = await count({})
    expect([pages, others]).toEqual([500, 250])
    time.now = 1_000
    expect([await count({ origin: 'http://localhost:1' }), await count({})]).toEqual([100, 50])
    await fewer.close()
  })
})

describe('T106: no body pollutes prototypes', () => {
  const names = ['__proto__', 'constructor', 'prototype']
  it.each(bodyRoutes)('%s', async (_title, named) => {
    const sample = JSON.stringify(sampleBody(named))
    for (const name of names) {
      const poison = `"${name}":{"polluted":"yes","isEnabled":true}`
      const poisoned = [
        sample.replace(/^\{/, `{${poison},`),
        sample.replace(/\{(?=[^{]*$)/, `{${poison},`),
        `{${poison}}`,
        `[{${poison}}]`,
        `{"a":{"b":[{${poison}}]}}`,
        sample.replace(/^\{/, `{"\\u005f\\u005fproto\\u005f\\u005f":{"polluted":"yes"},`),
      ]
      for (const body of poisoned) {
        const response = await ask(named, { body })
        expect(response.status).toBe(400)
        expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
      }
    }
  })

  it.each(projectRoutes)('%s: no query does either', async (_title, named) => {
    for (const name of [...names, '__proto__[polluted]', 'constructor[prototype][polluted]']) {
      const response = await ask(named, { query: { [name]: 'yes' } })
      expect(response.status).toBe(400)
      expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
    }
  })
})

describe('T107: oversized requests', () => {
  it.each(bodyRoutes)('%s refuses a longer body with 413', async (_title, named) => {
    const response = await ask(named, { body: JSON.stringify({ a: 'x'.repeat(20_000) }) })
    expect([response.status, await refusalOf(named, response)]).toEqual([413, 'REQUEST_TOO_LARGE'])
  })

  const endless = [
    'a',
    '0',
    'a-',
    'a.',
    ' ',
    '%',
    '/',
    ':',
    '0x',
    '\u0301',
    '((a+)+',
    '<!--',
    '@a.',
    'eip155:',
  ]
  it.each(everyRoute)('%s judges 100 kB in each place at once', (_title, { route }) => {
    for (const schema of [route.params, route.query, route.body]) {
      if (schema === undefined) continue
      for (const name of Object.keys(entriesOf(schema))) {
        for (const word of endless) {
          const judge = (length: number) =>
            v.safeParse(schema, { [name]: word.repeat(length / word.length) }, { abortPipeEarly: true })
              .success
          expect(judge(100_000)).toBe(false)
          expect(growthOf(judge, 6_250), `${name}: ${word}`).toBeLessThan(linearGrowth)
        }
      }
    }
  })

  it.each(everyRoute)('%s refuses it, and serves the next', async (_title, named) => {
    for (const { in: kind, name } of openPlaces(named.route)) {
      const response = await ask(named, { [kind]: { [name]: 'a'.repeat(100_000) } })
      expect([400, 401, 404], name).toContain(response.status)
    }
  })

  it.each(everyRoute)('%s caps each text before a pattern without end looks at it', (_title, { route }) => {
    for (const schema of [route.params, route.query, route.body]) {
      for (const pipe of pipesOf(schema)) {
        const cap = pipe.findIndex(({ type }) => type === 'max_length')
        for (const [at, { type, requirement }] of pipe.entries()) {
          if (type !== 'regex' || !(requirement instanceof RegExp)) continue
          const { source } = requirement
          expect(source, 'anchored').toMatch(/^\^.*\$$/)
          // A repetition inside a repetition tries every way to share the text out.
          expect(source).not.toMatch(/\([^()]*(?:[*+]|\{\d+,\})[^()]*\)(?:[*+]|\{)/)
          if (/[*+]|\{\d+,\}/.test(source.replace(/\[[^\]]*\]/g, 'x')))
            expect(cap >= 0 && cap < at, source).toBe(true)
        }
      }
    }
  })
})

describe("T109: a project neither sees nor changes another's data", () => {
  it.each(projectRoutes)('%s', async (_title, named) => {
    const secret = 'canaryother'
    const { store } = app
    await store.write([
      store.compose
        .insertInto('project_features')
        .values({ project_id: 'other', feature_id: secret, is_enabled: 1, config: `["${secret}"]` })
        .onConflict(conflict => conflict.doNothing())
        .compile(),
      store.compose
        .insertInto('project_origins')
        .values({ project_id: 'other', origin: `https://${secret}.example` })
        .onConflict(conflict => conflict.doNothing())
        .compile(),
    ])
    const ownedBy = (id: string) =>
      store.db.selectFrom('analytics_events').select('event_id').where('project_id', '=', id).execute()
    const before = await ownedBy('other')
    for (const headers of [
      {},
      { 'x-project-id': 'other', referer: 'https://other.example/?projectId=other' },
    ])
      for (const options of [{}, { origin: null }, { origin: `https://${secret}.example` }])
        expect(await (await ask(named, { ...options, headers })).text()).not.toContain(secret)
    // A request that names both projects is invalid.
    const { path, init } = sampleRequest(named)
    for (const both of [
      `${path}&projectId=other`,
      path.replace('projectId=shop', 'projectId=other&projectId=shop'),
    ])
      expect((await app.request(both, init)).status).toBe(401)
    expect(await ownedBy('other')).toEqual(before)
  })
})

describe('T110: personal data is stored nowhere', () => {
  it('neither in a log line nor in a table of analytics, by any call', async () => {
    const canary = 'canary7f3a'
    const person = `${canary}@mail.example`
    const wallet = '0x00000000000000000000000000000000CA4a7F3A'
    const quiet = await openApp(environment())
    try {
      await quiet.addProject('shop', [page])
      await switchOn(quiet)
      await quiet.store.write([
        quiet.store.compose.updateTable('projects').set({ is_analytics_enabled: 1 }).compile(),
      ])
      for (const [, named] of everyRoute) {
        const headers = {
          authorization: `Bearer ${canary}`,
          cookie: `sid=${canary}`,
          'user-agent': canary,
          referer: `${page}/?email=${person}`,
          'x-forwarded-for': '198.51.100.99',
        }
        const query = { clientId: canary, st: canary, sv: canary }
        const named_ = namesProject(named.route)
        for (const options of [
          {},
          { params: { address: wallet, name: canary, id: canary } },
          { body: `{"email":"${person}","code":"${canary}"` },
          { body: `{"email":"${person}","code":"${canary}"}` },
        ]) {
          const { path, init } = sampleRequest(named, { ...options, headers, ...(named_ && { query }) })
          await quiet.request(path, init, '198.51.100.99')
        }
      }
      await quiet.request(`/${canary}/${person}?email=${person}`, {
        headers: { origin: `https://${canary}.example` },
      })
      const tables = await Promise.all([
        quiet.store.db.selectFrom('analytics_events').selectAll().execute(),
        quiet.store.db.selectFrom('analytics_days').selectAll().execute(),
      ])
      expect(tables[0]).toHaveLength(1)
      for (const text of [quiet.lines.join('\n'), JSON.stringify(tables)]) {
        expect(text.length).toBeGreaterThan(100)
        expect(text.toLowerCase()).not.toMatch(/canary|ca4a7f3a|198\.51\.100\.99|mail\.example|bearer/)
      }
    } finally {
      await quiet.close()
    }
  })
})

describe('F42: while the store is out', () => {
  /** Answered from memory all the same, once the project is known. */
  const fromMemory = [
    'getProjectConfig',
    'getAllowedOrigins',
    'getAnalyticsConfig',
    'getSupportedChains',
    'getWallets',
    'getRegistryHead',
    'getImage',
    'postRpc',
  ]
  it('calls from memory go on; the others answer 503 with a time to retry', async () => {
    const time = { now: 0 }
    const broken = await openApp(environment(), { clock: () => time.now })
    await broken.addProject('shop', [page])
    await broken.request('/appkit/v1/config?projectId=shop')
    await broken.store.close()
    time.now = 60_000
    for (const [title, named] of projectRoutes) {
      const { path, init } = sampleRequest(named)
      const response = await broken.request(path, init)
      if (fromMemory.includes(named.name)) expect(response.status, title).toBe(200)
      else if (response.status >= 500) {
        expect([title, response.status]).toEqual([title, 503])
        expect(Number(response.headers.get('retry-after')), title).toBeGreaterThanOrEqual(1)
        expect(await refusalOf(named, response)).toBe('APKT009')
      }
      const unknown = sampleRequest(named, { projectId: 'later' })
      expect((await broken.request(unknown.path, unknown.init)).status, title).toBe(503)
    }
    expect((await broken.request('/healthz')).status).toBe(200)
    expect((await broken.request('/readyz')).status).toBe(503)
    await broken.close()
  })
})
