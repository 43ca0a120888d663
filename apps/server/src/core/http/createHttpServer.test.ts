import { once } from 'node:events'
import { request as ask, type IncomingMessage, type Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createHttpServer } from './createHttpServer.ts'
import { listen } from './listen.ts'

const closing: (() => unknown)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

async function open(server: Server): Promise<number> {
  closing.push(() => {
    server.close()
    server.closeAllConnections()
  })
  return listen(server, 0, '127.0.0.1')
}

describe('createHttpServer', () => {
  it('T91: closes a connection whose client does not read its answer', async () => {
    const server = createHttpServer({
      fetch: () => new Response('x'.repeat(20_000_000)),
      headersTimeout: 10_000,
      idleTimeout: 200,
    })
    const connected = once(server, 'connection')
    const peer = connect(await open(server), '127.0.0.1').pause()
    closing.push(() => peer.destroy())
    peer.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    const [socket] = (await connected) as [Socket]
    await once(socket, 'close')
    expect(socket.writableFinished).toBe(false)
  })

  it('takes a request that offers another protocol than WebSocket as one like any other', async () => {
    const server = createHttpServer({ fetch: () => new Response('plain'), headersTimeout: 10_000 })
    const upgrades: (string | undefined)[] = []
    server.on('upgrade', (request, socket) => {
      upgrades.push(request.headers.upgrade)
      socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n')
    })
    const port = await open(server)
    const statusOf = async (upgrade: string) => {
      const headers = { connection: 'Upgrade', upgrade }
      const request = ask({ port, host: '127.0.0.1', headers, agent: false }).end()
      const [response] = (await once(request, 'response')) as [IncomingMessage]
      response.resume()
      return response.statusCode
    }
    expect(await statusOf('h2c')).toBe(200)
    expect(await statusOf('WebSocket')).toBe(404)
    expect(upgrades).toEqual(['WebSocket'])
  })
})
