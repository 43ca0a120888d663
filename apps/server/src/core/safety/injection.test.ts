import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { text as textOf } from 'node:stream/consumers'
import { afterAll, expect, it } from 'vitest'
import { answerWith, startNode } from '../../data/rpc/fakeNode.fixture.ts'
import { startServer } from '../../startServer.ts'
import { eachStore } from '../store/eachStore.fixture.ts'
import { everyRoute, openPlaces, page, sampleBody, sampleRequest } from './sampleRequest.fixture.ts'

const corpus = [
  "' OR '1'='1",
  "'; DROP TABLE projects; --",
  '" UNION SELECT id, name FROM projects --',
  "') OR 1=1 --",
  '1; ATTACH DATABASE "x" AS y',
  "\\'; SELECT pg_sleep(10); --",
  '%27%20OR%201%3D1',
  '$1',
  '?',
  ':id',
  '{"$gt":""}',
  '\0',
  'a\0b',
  '{{7*7}}',
  '../../../../etc/passwd',
  '`id`',
  '%',
  '_',
  'shop\r\nSet-Cookie: a=b',
  '\u202e\ufeff\u{10ffff}',
]

const agent = new Agent({ keepAlive: true, maxSockets: corpus.length })
afterAll(() => agent.destroy())

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
interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

eachStore('T108: nothing that is sent becomes a part of a query', open => {
  it('is harmless in each place of each call', async () => {
    const store = await open()
    await store.write([
      store.compose
        .insertInto('projects')
        .values({ id: 'shop', name: 'shop', created_at: 1, is_analytics_enabled: 1 })
        .compile(),
      store.compose.insertInto('project_origins').values({ project_id: 'shop', origin: page }).compile(),
    ])
    const node = await startNode(answerWith(() => ({ error: { code: -32_000, message: 'no' } })))
    const server = await startServer({
      port: 0,
      env: {
        ...open.environment(),
        LATCHKEY_DEV: '1',
        LOG_LEVEL: 'silent',
        RPC_UPSTREAMS: JSON.stringify({ 'eip155:31337': [node.url] }),
        INDEX_CHAINS: 'none',
        RATE_LIMIT_PER_SECOND: '1000000',
        RATE_LIMIT_BURST: '1000000',
        NAME_REGISTRATIONS_PER_HOUR: '1000000',
      },
    })
    const counts = () =>
      Promise.all(
        (['projects', 'project_origins', 'project_features', 'migrations'] as const).map(
          async table => (await store.db.selectFrom(table).selectAll().execute()).length,
        ),
      )
    try {
      const before = await counts()
      const faults: object[] = []
      for (const [title, named] of everyRoute) {
        // An account's names and balances may be beyond this node; that is an outage, not a defect.
        const ask = async (options: Parameters<typeof sampleRequest>[1], place: string) => {
          const { path, init } = sampleRequest(named, options)
          const { status, headers, text } = await send(`${server.url}${path}`, init)
          if (
            [500, 502].includes(status) ||
            headers['set-cookie'] !== undefined ||
            /SQLITE|syntax error|root:x|invalid byte/i.test(text)
          )
            faults.push({ title, place, status, headers, text })
        }
        const sample =
          named.route.body === undefined ? {} : (sampleBody(named) as Readonly<Record<string, unknown>>)
        // One place after the other, each with all that is tried there at once.
        for (const { in: kind, name } of openPlaces(named.route))
          await Promise.all(
            corpus.map(attack => ask({ [kind]: { [name]: attack } }, `${name}: ${JSON.stringify(attack)}`)),
          )
        for (const name of Object.keys(sample))
          await Promise.all(
            corpus.map(attack =>
              ask(
                { body: JSON.stringify({ ...sample, [name]: attack }) },
                `${name}: ${JSON.stringify(attack)}`,
              ),
            ),
          )
      }
      expect(faults).toEqual([])
      expect(await counts()).toEqual(before)
    } finally {
      await server.close()
      await node.close()
    }
  })
})
