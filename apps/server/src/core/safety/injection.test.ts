import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { text as textOf } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { answerWith, startNode } from '../../data/rpc/fakeNode.fixture.ts'
import { openSmtpSink } from '../../people/mail/smtpSink.fixture.ts'
import { makeDeviceKey } from '../../people/signin/deviceKey.fixture.ts'
import { startServer } from '../../startServer.ts'
import type { NamedRoute } from '../openapi/listRoutes.ts'
import { eachStore } from '../store/eachStore.fixture.ts'
import type { Store } from '../store/store.ts'
import { attackStrings, attackValues } from './attackStrings.fixture.ts'
import {
  everyRoute,
  isWalletOnly,
  openPlaces,
  page,
  sampleBody,
  sampleRequest,
  wallet,
} from './sampleRequest.fixture.ts'

/** The headers that some call reads. Those that decide whether a call is let in are tried one at a time. */
const readHeaders = [
  ['origin'],
  ['authorization'],
  ['dpop'],
  ['user-agent', 'cookie', 'accept-encoding', 'if-none-match', 'x-forwarded-for'],
]
/** Milliseconds; what the corpus asks a database to sleep is twice as long. */
const slow = 10_000

/** What no call of a stranger writes, and no call of this visitor with nonsense in it. */
const settled = ['migrations', 'projects', 'project_origins', 'project_features', 'names', 'login_accounts']

const agent = new Agent({ keepAlive: true, maxSockets: 100 })
afterAll(() => agent.destroy())

interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

/** A plain request: of thousands, `fetch` would take most of the time. */
async function send(url: string, { method = 'GET', headers, body }: RequestInit): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const options = { method, agent, headers: headers as Readonly<Record<string, string>> }
  const asking = request(url, options, response => {
    const { statusCode: status = 0, headers } = response
    textOf(response).then(text => resolve({ status, headers, text }), reject)
  })
  asking.on('error', reject)
  asking.end(body)
  return promise
}

/** Every row of every table, as text. */
async function dump(store: Store, isPostgres: boolean): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows: tables } = await (isPostgres
    ? sql<{ name: string }>`SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()`
    : sql<{ name: string }>`SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`
  ).execute(store.db as never)
  const dumped = await Promise.all(
    tables.map(async ({ name }) => {
      const all = await store.db
        .selectFrom(name as 'projects')
        .selectAll()
        .execute()
      return [name, all.map(row => JSON.stringify(row)).sort()] as const
    }),
  )
  return new Map(dumped)
}

/** Each place of a body that holds something, by the way there. */
function leavesOf(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path]
  const inner = Object.entries(value).flatMap(([key, each]) => leavesOf(each, [...path, key]))
  return path.length === 0 ? inner : [path, ...inner]
}

/** A body with something else in that place. */
function putAt(body: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value
  const copy: Record<string, unknown> | unknown[] = Array.isArray(body) ? [...body] : { ...Object(body) }
  Object.defineProperty(copy, key, {
    value: putAt(Reflect.get(copy, key), rest, value),
    enumerable: true,
    configurable: true,
    writable: true,
  })
  return copy
}

/** As bytes of a header; one with a line break or a NUL no client can send. */
const asHeader = (attack: string): string | undefined =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that a header may not hold.
  /[\0-\x08\x0a-\x1f]/.test(attack) ? undefined : Buffer.from(attack, 'utf8').toString('latin1')

eachStore('T108: nothing that is sent becomes a part of a query', open => {
  it('is harmless in each place of each call, signed in and not', async () => {
    expect(attackStrings.length).toBeGreaterThanOrEqual(60)
    const store = await open()
    await store.write([
      store.compose
        .insertInto('projects')
        .values({ id: 'shop', name: 'shop', created_at: 1, is_analytics_enabled: 1 })
        .compile(),
      store.compose.insertInto('project_origins').values({ project_id: 'shop', origin: page }).compile(),
      store.compose
        .insertInto('project_features')
        .values({ project_id: 'shop', feature_id: 'social_login', is_enabled: 1, config: '["email"]' })
        .compile(),
    ])
    const isPostgres = 'DATABASE_URL' in open.environment()
    const node = await startNode(answerWith(() => ({ error: { code: -32_000, message: 'no' } })))
    const sink = await openSmtpSink()
    const many = '1000000'
    const server = await startServer({
      port: 0,
      env: {
        ...open.environment(),
        LATCHKEY_DEV: '1',
        LOG_LEVEL: 'silent',
        FRAME_ORIGIN: wallet,
        SMTP_URL: sink.url,
        // The longest login: its link takes text, too.
        LOGIN_DEVICE_CHECK: 'on',
        RPC_UPSTREAMS: JSON.stringify({ 'eip155:31337': [node.url] }),
        INDEX_CHAINS: 'none',
        TRUSTED_PROXIES: '127.0.0.0/8,::1',
        RATE_LIMIT_PER_SECOND: many,
        RATE_LIMIT_BURST: many,
        NAME_REGISTRATIONS_PER_HOUR: many,
      },
    })
    const key = await makeDeviceKey()
    /** The headers of the wallet's own call, with its key and its session. */
    const sign = async (path: string, method: string, body?: object, token?: string) => {
      let headers: Record<string, string> = {}
      const { pathname } = new URL(path, server.url)
      const catcher = {
        async request(_: string, init: RequestInit = {}) {
          headers = init.headers as Record<string, string>
          return new Response()
        },
      }
      await key.send(
        catcher,
        { method, path: '', body, token, now: Date.now() },
        { claims: { htu: server.url + pathname } },
      )
      return headers
    }
    const call = async (path: string, body: object, token?: string) => {
      const headers = await sign(path, 'POST', body, token)
      const { text } = await send(`${server.url}${path}?projectId=shop`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      })
      return JSON.parse(text)
    }
    const email = 'ann@mail.example'
    try {
      const { flow } = await call('/v1/login/email', { email, page })
      const link = () => /#device=([\w-]{43})$/m.exec(String(sink.mails.at(-1)?.mail.text))?.[1]
      await expect.poll(link).toBeDefined()
      await call('/v1/login/link', { link: link(), decision: 'approve' })
      const code = () => /^ {4}(\w{8,9})$/m.exec(String(sink.mails.at(-1)?.mail.text))?.[1]
      await expect.poll(code).toBeDefined()
      const { token } = await call('/v1/login/code', { flow, code: code() })
      expect(token).toEqual(expect.any(String))
      const before = await dump(store, isPostgres)

      const faults: object[] = []
      const ask = async (path: string, init: RequestInit, about: { title: string; place: string }) => {
        const began = performance.now()
        const { status, headers, text } = await send(`${server.url}${path}`, init)
        const took = performance.now() - began
        // An account's names and balances may be beyond this node; that is an outage, not a defect.
        if (
          [500, 502].includes(status) ||
          took > slow ||
          headers['set-cookie'] !== undefined ||
          /SQLITE_[A-Z]|syntax error|root:x|invalid byte/.test(text)
        )
          faults.push({ ...about, status, headers, text, took })
      }
      let sent = 0
      const signed = async (named: NamedRoute, path: string, init: RequestInit, body: unknown) => {
        if (!isWalletOnly(named.route)) return init
        // A number that has no canonical form has no proof either.
        const isProvable =
          typeof body === 'object' && body !== null && !JSON.stringify(body).includes('1e+308')
        const headers = await sign(path, named.route.method, isProvable ? body : undefined, token)
        // Each from another address, or the limits of one would answer for the code behind them.
        const [high, low] = [++sent >> 8, sent & 255]
        const from = { 'x-forwarded-for': `10.${high >> 8}.${high & 255}.${low}` }
        return { ...init, headers: { ...(init.headers as Record<string, string>), ...headers, ...from } }
      }
      for (const [title, named] of everyRoute) {
        const sample = sampleBody(named)
        // One place after the other, each with all that is tried there at once.
        for (const { in: kind, name } of openPlaces(named.route))
          await Promise.all(
            // Half of a pair of surrogates is no text that an address can carry.
            attackStrings
              .filter(attack => attack.isWellFormed())
              .map(async attack => {
                const { path, init } = sampleRequest(named, { [kind]: { [name]: attack } })
                const place = `${name}: ${JSON.stringify(attack)}`
                await ask(path, await signed(named, path, init, sample), { title, place })
              }),
          )
        for (const names of readHeaders)
          await Promise.all(
            attackStrings.map(async attack => {
              const value = asHeader(attack)
              if (value === undefined) return
              const { path, init } = sampleRequest(named)
              const { headers, ...rest } = await signed(named, path, init, sample)
              const attacked = Object.fromEntries(names.map(name => [name, value]))
              const changed = { ...(headers as Record<string, string>), ...attacked }
              await ask(path, { ...rest, headers: changed }, { title, place: `${names}: ${value}` })
            }),
          )
        for (const way of leavesOf(sample ?? {}))
          await Promise.all(
            [...attackStrings, ...attackValues].map(async attack => {
              const body = putAt(sample, way, attack)
              const { path, init } = sampleRequest(named, { body: JSON.stringify(body) })
              const place = `${way.join('.')}: ${JSON.stringify(attack)}`
              await ask(path, await signed(named, path, init, body), { title, place })
            }),
          )
      }
      expect(faults).toEqual([])
      const after = await dump(store, isPostgres)
      expect([...after.keys()].toSorted()).toEqual([...before.keys()].toSorted())
      for (const table of settled) expect(after.get(table), table).toEqual(before.get(table))
    } finally {
      await server.close()
      await sink.close()
      await node.close()
    }
  })
})
