import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import express from 'express'
import { Hono } from 'hono'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type Ask, createVisitor } from './conformance/createVisitor.ts'
import { createSignIn, type SignIn } from './createSignIn.ts'
import { type NodeRequest, toNodeHandler } from './toNodeHandler.ts'

const page = 'http://localhost:5173'
const start = (basePath = '/auth') =>
  createSignIn({
    secret: 'a-secret-of-more-than-thirty-two-characters',
    origins: [page],
    chains: { 'eip155:1': [] },
    basePath,
  })

/** The way of a visitor through a backend, whatever it is made of; `orders` is a route of the host's own. */
async function walk(url: string, orders: string, ask: Ask, basePath = '/auth'): Promise<void> {
  const visitor = createVisitor({ origin: page, url: `${url}${basePath}`, ask })
  const asked = async () =>
    (await ask(new Request(`${url}${orders}`, { headers: { cookie: visitor.cookieHeader() } }))).status
  expect(await asked()).toBe(401)
  expect((await visitor.signIn()).status).toBe(200)
  expect(await asked()).toBe(200)
  const message = await visitor.write()
  const body = { message, signature: await visitor.sign(message) }
  const twice = await Promise.all([
    visitor.call('POST', 'verify', body),
    visitor.call('POST', 'verify', body),
  ])
  expect(twice.map(({ status }) => status).sort()).toEqual([200, 401])
  expect((await visitor.call('POST', 'sign-out', {})).status).toBe(200)
  expect(await asked()).toBe(401)
  expect((await visitor.call('GET', 'elsewhere')).status).toBe(404)
}

test('Hono', async () => {
  const signIn = start()
  const app = new Hono()
  app.all('/auth/*', c => signIn.handle(c.req.raw))
  app.get('/orders', async c => {
    const session = await signIn.getSession(c.req.raw)
    return session ? c.json({ of: session.address }) : c.body(null, 401)
  })
  await walk('https://api.example', '/orders', async request => app.fetch(request))
})

test('route handlers, as Next has them', async () => {
  const signIn = start('/api/auth')
  // app/api/auth/[...route]/route.ts, app/api/orders/route.ts
  const files: Record<string, Partial<Record<string, Ask>>> = {
    '/api/auth': { GET: signIn.handle, POST: signIn.handle },
    '/api/orders': {
      GET: async request => new Response(null, { status: (await signIn.getSession(request)) ? 200 : 401 }),
    },
  }
  const ask: Ask = async request => {
    const { pathname } = new URL(request.url)
    const file = Object.keys(files).find(each => pathname.startsWith(each)) ?? ''
    return (await files[file]?.[request.method]?.(request)) ?? new Response(null, { status: 405 })
  }
  await walk('https://shop.example', '/api/orders', ask, '/api/auth')
})

describe('Node', () => {
  const open: (() => void)[] = []
  afterEach(() => {
    for (const close of open.splice(0)) close()
  })
  async function listen(listener: RequestListener): Promise<string> {
    const server = createServer(listener)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    open.push(() => {
      server.closeAllConnections()
      server.close()
    })
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }
  const answer = async (signIn: SignIn, request: NodeRequest) =>
    (await signIn.getSession(request)) ? 200 : 401

  test('its own http', async () => {
    const signIn = start()
    const handler = toNodeHandler(signIn)
    const url = await listen((request, response) => {
      void handler(request, response, async () => {
        response.statusCode = await answer(signIn, request)
        response.end()
      })
    })
    await walk(url, '/orders', request => fetch(request))
  })

  test('Express: behind a router, which takes its own part of the path away, with the body read before', async () => {
    const signIn = start()
    const router = express.Router().use(toNodeHandler(signIn))
    const app = express().use(express.json()).use('/auth', router)
    app.get('/orders', async (request, response) => {
      response.sendStatus(await answer(signIn, request))
    })
    await walk(await listen(app), '/orders', request => fetch(request))
  })

  test('Express: headers of earlier middleware reach the browser beside its own', async () => {
    const app = express()
      .use((_request, response, next) => {
        response.cookie('language', 'de').vary('Accept-Language')
        next()
      })
      .use(toNodeHandler(start()))
    const { headers } = await fetch(`${await listen(app)}/auth/nonce`)
    const names = headers.getSetCookie().map(each => each.split('=', 1)[0])
    expect([names, headers.get('vary')]).toEqual([
      ['language', 'latchkey-flow'],
      'Accept-Language, Origin, Cookie',
    ])
  })

  test('alone, other paths are 404 and a failure is 500; a next handler gets the failure', async () => {
    const handler = toNodeHandler(start())
    const url = await listen((request, response) => void handler(request, response))
    expect((await fetch(`${url}/orders`)).status).toBe(404)
    expect((await fetch(`${url}//evil.example/auth/nonce`)).status).toBe(404)
    const broken = { basePath: '/auth', handle: () => Promise.reject(new Error('the store is away')) }
    const errors: unknown[] = []
    const next = await listen((request, response) => {
      void toNodeHandler(broken)(request, response, error => {
        errors.push(error)
        response.statusCode = 503
        response.end()
      })
    })
    expect((await fetch(`${next}/auth/nonce`)).status).toBe(503)
    expect(errors).toEqual([new Error('the store is away')])
    const alone = await listen((request, response) => void toNodeHandler(broken)(request, response))
    const said = vi.spyOn(console, 'error').mockReturnValue(undefined)
    try {
      expect((await fetch(`${alone}/auth/nonce`)).status).toBe(500)
      // The error goes to the console only.
      expect(said.mock.calls).toEqual([[expect.stringContaining('[latchkey]'), errors[0]]])
    } finally {
      said.mockRestore()
    }
  })

  test('a body without an end is not read to its end', async () => {
    const handler = toNodeHandler(start())
    const url = await listen((request, response) => void handler(request, response))
    const type = { origin: page, 'content-type': 'application/json' }
    const long = await fetch(`${url}/auth/verify`, {
      method: 'POST',
      headers: type,
      body: 'x'.repeat(200_000),
    })
    expect(long.status).toBe(413)
    const { port } = new URL(url)
    const socket = connect(Number(port), '127.0.0.1')
    const closed = once(socket, 'close')
    socket.on('error', () => undefined)
    socket.resume()
    socket.write(
      `POST /auth/verify HTTP/1.1\r\nhost: x\r\norigin: ${page}\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n`,
    )
    const chunk = 'x'.repeat(50_000)
    for (let at = 0; at < 4; at++) socket.write(`${chunk.length.toString(16)}\r\n${chunk}\r\n`)
    await closed
  })
})
