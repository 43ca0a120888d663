import { once } from 'node:events'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import type { RequestListener, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import type { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { readSnippets } from '../../../testing/src/fixtures/readSnippets.ts'
import { typeFaults } from '../../../testing/src/fixtures/typeFaults.ts'
import { type Ask, createVisitor } from './conformance/createVisitor.ts'
import type { HasCookies } from './createSignIn.ts'
import type { SignInStore } from './signInStore.ts'

const root = resolve(import.meta.dirname, '../../../..')
/** Inside the repository, so that what the page imports is found as in a host's own folder. */
const folder = join(root, '.cache', 'docs', `sign-in-${process.pid}`)
const page = 'https://shop.example'

const snippets = readSnippets(join(root, 'docs/how-to/sign-in.md'))
/** The blocks below a heading, as a reader copies them. */
const codeUnder = (heading: string) =>
  snippets.filter(({ under }) => under.at(-1) === heading).map(({ code }) => code)

/** What stands for a host's own files and for Next, whose size keeps it out of the tests. */
const surroundings = {
  'headers.ts': `let given = new Headers()
export const headers = async () => given
export const setHeaders = (now: Headers) => void (given = now)
`,
  'host.d.ts': `declare function ordersOf(address: string): Promise<readonly string[]>
declare function sql(text: TemplateStringsArray, ...values: unknown[]): Promise<readonly unknown[]>
declare const redis: {
  set(key: string, value: string, how: 'PXAT', at: number, only: 'NX'): Promise<'OK' | null>
  exists(key: string): Promise<number>
}
`,
}

/** The imports and declarations that the page's partial files leave out. */
const parts = `import { createLatchkey, type LatchkeyOptions } from 'latchkey'
import type { SiweConfig } from 'latchkey/siwx'
declare const rest: LatchkeyOptions
declare const config: Required<SiweConfig>
const { getNonce, createMessage, verifyMessage, getSession, signOut, onSignIn, onSignOut } = config
`

/** As the page has it, but for where the host's own files and Next are, and for the port. */
function write(name: string, code = ''): void {
  const here = code
    .replaceAll("'@/signIn'", "'./signIn.ts'")
    .replaceAll("'next/headers'", "'./headers.ts'")
    .replace(/^(.*\.listen\()3000\)$/m, 'export const listening = $10)')
  writeFileSync(join(folder, name), here)
}
const load = (name: string) => import(/* @vite-ignore */ pathToFileURL(join(folder, name)).href)

beforeAll(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of Object.entries(surroundings)) writeFileSync(join(folder, name), text)
  write('signIn.ts', codeUnder('What you decide')[0])
  process.env.SIGN_IN_SECRET = 'a-secret-of-more-than-thirty-two-characters'
  Object.assign(globalThis, { ordersOf: async (address: string) => [address] })
})
afterAll(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true, force: true })
  delete process.env.SIGN_IN_SECRET
  for (const name of ['ordersOf', 'sql']) Reflect.deleteProperty(globalThis, name)
})

/** The way of a visitor through a backend: its cookies, the nonce, the text, the session, and out again. */
async function walk(url: string, ask: Ask): Promise<void> {
  const visitor = createVisitor({ origin: page, url: `${url}/api/auth`, ask })
  // As a browser asks for a page on another host of the site, before it sends JSON.
  const wanted = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' }
  const preflight = await visitor.call('OPTIONS', 'verify', undefined, { origin: page, ...wanted })
  expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, page])
  const orders = async () => {
    const response = await ask(
      new Request(`${url}/api/orders`, { headers: { cookie: visitor.cookieHeader() } }),
    )
    return response.status === 200 ? response.json() : response.status
  }
  expect(await orders()).toBe(401)
  const message = await visitor.write()
  const body = { message, signature: await visitor.sign(message) }
  expect((await visitor.call('POST', 'verify', body)).status).toBe(200)
  expect((await visitor.call('POST', 'verify', body)).status).toBe(401)
  expect(await orders()).toEqual([visitor.address])
  const told = (await (await visitor.call('GET', 'session')).json()) as { sessions: { address: string }[] }
  expect(told.sessions).toMatchObject([{ address: visitor.address, chainId: 'eip155:1' }])
  expect((await visitor.call('POST', 'sign-out', {})).status).toBe(200)
  expect(await orders()).toBe(401)
  expect(visitor.jar.size).toBe(1)
}

/** Waits until the server listens; returns its URL, and a function that stops it. */
async function serve(server: Server): Promise<{ url: string; stop: () => void }> {
  if (!server.listening) await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}

describe('docs/how-to/sign-in.md, as it stands', () => {
  test('its types are right', async () => {
    const code = snippets.filter(({ language }) => language === 'ts' || language === 'tsx')
    expect(code.length).toBeGreaterThan(9)
    for (const [at, { code: text, language }] of code.entries()) {
      // A snippet with an ellipsis is a part of a file.
      const isPart = text.includes('// …')
      write(
        `${at}.${language}`,
        isPart ? `${parts}${text.replace('  // …\n', '  ...rest,\n')}` : `export {}\n${text}`,
      )
    }
    expect(await typeFaults(folder)).toBe('')
  })

  test('Next: route handlers, and the headers of a server component', async () => {
    const [auth, orders, component] = codeUnder('Next')
    write('auth.ts', auth)
    write('orders.ts', orders)
    write('page.tsx', component)
    const routes: Record<string, Record<string, Ask>> = {
      '/api/auth': await load('auth.ts'),
      '/api/orders': await load('orders.ts'),
    }
    const { setHeaders } = (await load('headers.ts')) as { setHeaders(headers: Headers): void }
    const { default: Page } = (await load('page.tsx')) as { default(): Promise<{ props: unknown }> }
    const seen = new Set<string>()
    await walk(page, async request => {
      setHeaders(request.headers)
      seen.add(JSON.stringify((await Page()).props))
      const { pathname } = new URL(request.url)
      const route = Object.keys(routes).find(each => pathname.startsWith(each)) ?? ''
      const handler = routes[route]?.[request.method]
      // What a file leaves out Next answers itself: OPTIONS with no more than what there is.
      return handler
        ? handler(request)
        : new Response(null, { status: request.method === 'OPTIONS' ? 204 : 405 })
    })
    expect([...seen]).toEqual([
      '{"children":"Not signed in."}',
      expect.stringMatching(/^\{"children":"0x[0-9a-fA-F]{40}"\}$/),
    ])
  })

  test('several processes: the PostgreSQL store marks a key once, and deletes old ones', async () => {
    const [code = ''] = codeUnder('Several processes')
    // In a database that every machine has: of this SQL both know the same.
    const db = new DatabaseSync(':memory:')
    db.exec([...code.matchAll(/(?<=^\/\/.*)create .*;$/gm)].join('\n'))
    const sql = async (text: TemplateStringsArray, ...values: (string | number)[]) =>
      db.prepare(text.join('?')).all(...values)
    Object.assign(globalThis, { sql })
    write('postgresql.ts', `${code}\nexport { store }`)
    const { store } = (await load('postgresql.ts')) as { store: SignInStore }
    const now = Date.now()
    expect(await store.isMarked('used', now)).toBe(false)
    const marks = await Promise.all([1, 2, 3].map(() => store.mark('used', now + 300_000)))
    expect(marks).toEqual([true, false, false])
    expect(await store.isMarked('used', now)).toBe(true)
    expect(await store.isMarked('used', now + 300_000)).toBe(false)
    await store.mark('over', now - 86_400_000)
    await store.mark('later', now + 300_000)
    expect(db.prepare('select key from marks order by key').all()).toEqual([
      { key: 'later' },
      { key: 'used' },
    ])
  })

  test('Hono', async () => {
    write('hono.ts', codeUnder('Hono')[0])
    const { default: app } = (await load('hono.ts')) as { default: Hono }
    await walk('https://api.example', async request => app.fetch(request))
  })

  test('Express, over HTTP, with and without its parser of bodies before', async () => {
    const [code = ''] = codeUnder('Express, and Node’s own http'.replace('’', "'"))
    write('express.ts', code)
    write('parsed.ts', code.replace('const app = express()\n', '$&app.use(express.json())\n'))
    for (const file of ['express.ts', 'parsed.ts']) {
      const { listening } = (await load(file)) as { listening: Server }
      const { url, stop } = await serve(listening)
      try {
        await walk(url, request => fetch(request))
        const long = await fetch(`${url}/api/auth/verify`, {
          method: 'POST',
          headers: { origin: page, 'content-type': 'application/json' },
          body: `{"message":"${'x'.repeat(200_000)}"}`,
        })
        expect(long.status).toBe(413)
        expect((await fetch(`${url}/elsewhere`)).status).toBe(404)
      } finally {
        stop()
      }
    }
  })

  test('Node’s own http', async () => {
    write('node.ts', codeUnder("Express, and Node's own http")[1])
    const { listening } = (await load('node.ts')) as { listening: Server }
    const { signIn } = (await load('signIn.ts')) as {
      signIn: { getSession(request: HasCookies): Promise<{ address: string } | undefined> }
    }
    // The route that the page leaves to the host.
    const [own] = listening.listeners('request') as RequestListener[]
    listening.removeAllListeners('request').on('request', async (request, response) => {
      if (request.url !== '/api/orders') return own?.(request, response)
      const session = await signIn.getSession(request)
      response.statusCode = session ? 200 : 401
      response.end(JSON.stringify([session?.address]))
    })
    const { url, stop } = await serve(listening)
    try {
      await walk(url, request => fetch(request))
    } finally {
      stop()
    }
  })
})
