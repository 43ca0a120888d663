import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { createFetchPublic } from '../images/createFetchPublic.ts'
import { createCcipRequest } from './createCcipRequest.ts'

const sender = '0xAbCdEf0123456789aBcDeF0123456789abCDEF01'
const data = '0x9061b923'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close()
    server.closeAllConnections()
  }
})

async function gateway(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

const ask = (hosts: readonly string[], urls: readonly string[], timeout = 2_000) =>
  createCcipRequest({
    fetchPublic: createFetchPublic({ loopbackHosts: hosts }),
    answerOwn: async lookup => (lookup.data === data ? '0x0123' : undefined),
    timeout,
  })({ sender, data, urls })

it('puts sender and data into the address, or into a body when the address has no place for the data', async () => {
  const seen: string[] = []
  const host = await gateway((request, response) => {
    let body = ''
    request.on('data', chunk => {
      body += chunk
    })
    request.on('end', () => {
      seen.push(`${request.method} ${request.url} ${body}`)
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":"0xbeef"}')
    })
  })
  expect(await ask([host], [`http://${host}/{sender}/{data}.json`])).toEqual({ data: '0xbeef' })
  expect(await ask([host], [`http://${host}/{sender}`])).toEqual({ data: '0xbeef' })
  expect(seen).toEqual([
    `GET /${sender.toLowerCase()}/${data}.json `,
    `POST /${sender.toLowerCase()} ${JSON.stringify({ sender, data })}`,
  ])
})

it('goes on to the next gateway when one is out, and not when it says no', async () => {
  const out = await gateway((_request, response) => response.writeHead(502).end())
  const no = await gateway((_request, response) => response.writeHead(404).end())
  const good = await gateway((_request, response) => response.end('0xbeef'))
  const hosts = [out, no, good]
  const urls = (...names: string[]) => names.map(host => `http://${host}/{data}`)
  expect(await ask(hosts, urls(out, good))).toEqual({ data: '0xbeef' })
  expect(await ask(hosts, urls(no, good))).toEqual({})
  expect(await ask(hosts, urls(out))).toMatchObject({ failed: true })
  expect(await ask(hosts, [])).toEqual({})
})

it('goes on when a gateway has too many questions, and to no more than five', async () => {
  const busy = await gateway((_request, response) => response.writeHead(429).end())
  const good = await gateway((_request, response) => response.end('0xbeef'))
  const hosts = [busy, good]
  const after = (count: number) => [...Array.from({ length: count }, () => busy), good]
  const urls = (count: number) => after(count).map(host => `http://${host}/{data}`)
  expect(await ask(hosts, urls(4))).toEqual({ data: '0xbeef' })
  expect(await ask(hosts, urls(5))).toMatchObject({ failed: true })
})

it('goes on past an address that is never asked, and past an answer that is never read', async () => {
  const endless = await gateway((_request, response) => response.end('0'.repeat(300_000)))
  const out = await gateway((_request, response) => response.writeHead(502).end())
  const good = await gateway((_request, response) => response.end('0xbeef'))
  const hosts = [endless, out, good]
  const never = ['http://169.254.169.254/{data}', 'ipfs://gateway/{data}', `http://${endless}/{data}`]
  expect(await ask(hosts, [...never, `http://${good}/{data}`])).toEqual({ data: '0xbeef' })
  // The one that is out may be back another time.
  expect(await ask(hosts, [`http://${out}/{data}`, ...never])).toMatchObject({ failed: true })
})

it.each([
  '{"data":"beef"}',
  '{"data":7}',
  '{}',
  '[]',
  'null',
  '<html>',
  '',
  '{"__proto__":{"data":"0xbeef"}}',
])('treats %s as no answer', async body => {
  const host = await gateway((_request, response) => response.end(body))
  expect(await ask([host], [`http://${host}/{data}`])).toEqual({})
})

it('T95: asks no address of this machine or its network, and that is final', async () => {
  let asked = 0
  const host = await gateway((_request, response) => {
    asked++
    response.end('0xbeef')
  })
  for (const url of [
    `http://${host}/{data}`,
    'http://169.254.169.254/{data}',
    'file:///etc/{data}',
    '{data}',
  ])
    expect(await ask([], [url]), url).toEqual({})
  expect(asked).toBe(0)
})

it('gives up on a gateway that does not answer', async () => {
  const host = await gateway(() => undefined)
  expect(await ask([host], [`http://${host}/{data}`], 50)).toMatchObject({ failed: true })
})

it('asks our own gateway in process, under whatever address it is known', async () => {
  expect(await ask([], ['https://names.example/v1/names/ccip/{sender}/{data}'])).toEqual({ data: '0x0123' })
})
