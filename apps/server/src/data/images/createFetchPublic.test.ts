import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createSocketServer } from 'node:net'
import fc from 'fast-check'
import ipaddr from 'ipaddr.js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createFetchPublic } from './createFetchPublic.ts'
import { type FetchPublic, PublicFetchError } from './fetchPublic.ts'
import { isGlobalAddress } from './isGlobalAddress.ts'

/** What must never be reached: it listens on every address of this machine and notes each connection. */
const reached: string[] = []
const canary = createServer((_request, response) => response.end('secret'))
canary.on('connection', socket => reached.push(`${socket.localAddress}`))
let canaryPort = 0

/** A server that may be asked, as `front.localhost`. */
let answer: (request: IncomingMessage, response: ServerResponse) => void
let asked: IncomingMessage[] = []
const front = createServer((request, response) => {
  asked.push(request)
  answer(request, response)
})
let frontPort = 0
let frontUrl = ''

beforeAll(async () => {
  await new Promise<void>(resolve => canary.listen(0, '::', resolve))
  canaryPort = (canary.address() as AddressInfo).port
  await new Promise<void>(resolve => front.listen(0, '127.0.0.1', resolve))
  frontPort = (front.address() as AddressInfo).port
  frontUrl = `http://front.localhost:${frontPort}`
})
afterAll(async () => {
  for (const server of [canary, front]) {
    server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
  }
})
beforeEach(() => {
  reached.length = 0
  asked = []
  answer = (_request, response) => response.end('hello')
})

const names: Readonly<Record<string, readonly string[]>> = {
  'front.localhost': ['127.0.0.1'],
  'private.example': ['10.0.0.7'],
  'loop.example': ['127.0.0.1'],
  'loop6.example': ['::1'],
  'mixed.example': ['93.184.216.34', '127.0.0.1'],
  'mapped.example': ['::ffff:127.0.0.1'],
  'nat64.example': ['64:ff9b::7f00:1'],
  'metadata.example': ['169.254.169.254'],
  'public.example': ['93.184.216.34'],
  'localhost.': ['127.0.0.1'],
}
const resolve = async (name: string) => names[name] ?? []

/** Asks the canary's port as if it were the web's, so that nothing but the address is left to refuse by. */
function fetcher(more: Parameters<typeof createFetchPublic>[0] = {}): FetchPublic {
  return createFetchPublic({
    resolve,
    ports: [canaryPort],
    loopbackHosts: [`front.localhost:${frontPort}`],
    ...more,
  })
}
const failure = async (promise: Promise<unknown>) => {
  const error = await promise.then(
    value => expect.fail(`answered ${JSON.stringify(value)}`),
    thrown => thrown,
  )
  expect(error).toBeInstanceOf(PublicFetchError)
  return (error as PublicFetchError).code
}

/** IANA's special-purpose registries of IPv4 and IPv6, an address of each block, and the clouds' metadata addresses. */
const special = {
  '0.0.0.0/8': '0.0.0.1',
  '10.0.0.0/8': '10.1.2.3',
  '100.64.0.0/10': '100.127.255.254',
  '127.0.0.0/8': '127.9.9.9',
  '169.254.0.0/16': '169.254.1.1',
  '172.16.0.0/12': '172.31.255.254',
  '192.0.0.0/24': '192.0.0.9',
  '192.0.2.0/24': '192.0.2.77',
  '192.31.196.0/24': '192.31.196.1',
  '192.52.193.0/24': '192.52.193.1',
  '192.88.99.0/24': '192.88.99.2',
  '192.168.0.0/16': '192.168.255.254',
  '192.175.48.0/24': '192.175.48.1',
  '198.18.0.0/15': '198.19.255.254',
  '198.51.100.0/24': '198.51.100.1',
  '203.0.113.0/24': '203.0.113.1',
  '224.0.0.0/4': '239.255.255.250',
  '240.0.0.0/4': '250.1.2.3',
  '255.255.255.255/32': '255.255.255.255',
  '::1/128': '::1',
  '::/128': '::',
  '::ffff:0:0/96': '::ffff:93.184.216.34',
  '64:ff9b::/96': '64:ff9b::5db8:d822',
  '64:ff9b:1::/48': '64:ff9b:1::5db8:d822',
  '100::/64': '100::1',
  '100:0:0:1::/64': '100:0:0:1::1',
  '2001::/32 Teredo': '2001:0:5db8:d822::1',
  '2001:1::1/128': '2001:1::1',
  '2001:2::/48': '2001:2::1',
  '2001:3::/32': '2001:3::1',
  '2001:4:112::/48': '2001:4:112::1',
  '2001:20::/28': '2001:20::1',
  '2001:30::/28': '2001:30::1',
  '2001:db8::/32': '2001:db8:1::1',
  '2002::/16': '2002:5db8:d822::1',
  '2620:4f:8000::/48': '2620:4f:8000::1',
  '3fff::/20': '3fff:fff::1',
  '5f00::/16': '5f00::1',
  'fc00::/7': 'fdab::1',
  'fe80::/10': 'fe80::1',
  'fec0::/10': 'fec0::1',
  'ff00::/8': 'ff0e::1',
  'AWS, Google and others': '169.254.169.254',
  'AWS over IPv6': 'fd00:ec2::254',
  'AWS, name servers over IPv6': 'fd00:ec2::253',
  'AWS, tasks in containers': '169.254.170.2',
  'AWS, pods over IPv6': 'fd00:ec2::23',
  'Google over IPv6': 'fd20:ce::254',
  'Azure, host of the machine': '168.63.129.16',
  Alibaba: '100.100.100.200',
  Oracle: '192.0.0.192',
  'Oracle over IPv6': 'fd00:c1::a9fe:a9fe',
  Scaleway: '169.254.42.42',
  'Scaleway over IPv6': 'fd00:42::42',
  'OpenStack over IPv6': 'fe80::a9fe:a9fe',
  Tencent: '169.254.0.23',
  'IBM, name servers': '161.26.0.10',
  'IBM, services': '166.9.24.3',
} as const

describe('S11c: what is not reached', () => {
  it.each(Object.entries(special))('%s: %s', (_block, address) =>
    expect(isGlobalAddress(address)).toBe(false),
  )

  it.each([
    '93.184.216.34',
    '168.63.129.15',
    '168.63.129.17',
    '161.25.255.255',
    '161.27.0.0',
    '166.7.255.255',
    '166.12.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '2606:4700::1111',
    '2001:4860:4860::8888',
  ])('%s beside these is', address => expect(isGlobalAddress(address)).toBe(true))
})

describe('T95: refuses to fetch', () => {
  const hostile = (port: number): readonly string[] => [
    `http://127.0.0.1:${port}/`,
    `http://127.1:${port}/`,
    `http://127.0.1:${port}/`,
    `http://0x7f000001:${port}/`,
    `http://0x7f.0.0.1:${port}/`,
    `http://0x7f.1:${port}/`,
    `http://2130706433:${port}/`,
    `http://017700000001:${port}/`,
    `http://0177.0.0.01:${port}/`,
    `http://127.000.000.001:${port}/`,
    `http://①②⑦.⓪.⓪.①:${port}/`,
    `http://127。0。0。1:${port}/`,
    `http://%31%32%37.0.0.1:${port}/`,
    `http://0:${port}/`,
    `http://0.0.0.0:${port}/`,
    `http://127.255.255.254:${port}/`,
    `http://[::1]:${port}/`,
    `http://[::]:${port}/`,
    `http://[0:0:0:0:0:0:0:1]:${port}/`,
    `http://[::ffff:127.0.0.1]:${port}/`,
    `http://[::ffff:7f00:1]:${port}/`,
    `http://[::127.0.0.1]:${port}/`,
    `http://[64:ff9b::127.0.0.1]:${port}/`,
    `http://[64:ff9b:1::7f00:1]:${port}/`,
    `http://[2002:7f00:1::]:${port}/`,
    `http://[2001:0:7f00:1::]:${port}/`,
    `http://[fe80::1]:${port}/`,
    `http://[fc00::1]:${port}/`,
    `http://[fec0::1]:${port}/`,
    `http://[ff02::1]:${port}/`,
    `http://[2001:db8::1]:${port}/`,
    `http://169.254.169.254:${port}/latest/meta-data/`,
    `http://[fd00:ec2::254]:${port}/`,
    `http://10.0.0.1:${port}/`,
    `http://172.16.0.1:${port}/`,
    `http://192.168.0.1:${port}/`,
    `http://100.64.0.1:${port}/`,
    `http://198.18.0.1:${port}/`,
    `http://192.0.2.1:${port}/`,
    `http://224.0.0.1:${port}/`,
    `http://255.255.255.255:${port}/`,
    `http://public.example@127.0.0.1:${port}/`,
    `http://public.example:pw@loop.example:${port}/`,
    `http://public.example\\@127.0.0.1:${port}/`,
    `http:127.0.0.1:${port}/`,
    `http:\\\\127.0.0.1:${port}\\`,
    ` http://127.0.0.1:${port}/`,
    `http://127.0.0.1\t:${port}/`,
    `http://localhost.:${port}/`,
    `http://loop.example:${port}/`,
    `http://LOOP.example:${port}/`,
    `http://loop6.example:${port}/`,
    `http://mixed.example:${port}/`,
    `http://mapped.example:${port}/`,
    `http://nat64.example:${port}/`,
    `http://private.example:${port}/`,
    `http://metadata.example:${port}/`,
    `https://127.0.0.1:${port}/`,
    `ws://127.0.0.1:${port}/`,
    `ftp://127.0.0.1:${port}/`,
    `gopher://127.0.0.1:${port}/_GET`,
    'file:///etc/passwd',
    'data:text/plain,hello',
    'javascript:alert(1)',
    'blob:http://127.0.0.1/x',
    '//127.0.0.1/',
    '/etc/passwd',
    '',
    'http://',
    'http://[::1',
    `http://front.localhost:${port}/`,
    `http://${'a'.repeat(9_000)}.example:${port}/`,
  ]

  it('has a table of more than 40', () => expect(hostile(1).length).toBeGreaterThan(40))

  it.each(hostile(0).map((url, index) => [url.slice(0, 60), index] as const))('%s', async (_name, index) => {
    expect(await failure(fetcher()(String(hostile(canaryPort)[index])))).toBe('refused')
    expect(reached).toEqual([])
  })

  it.each([22, 25, 6_379, 8_080, 81])('port %i', async port => {
    const fetchPublic = createFetchPublic({ resolve })
    expect(await failure(fetchPublic(`http://public.example:${port}/`))).toBe('refused')
  })

  it('a name that changes its address: the checked address is the one that is used', async () => {
    let times = 0
    const rebinding = fetcher({
      resolve: async () => (times++ === 0 ? ['93.184.216.34'] : ['127.0.0.1']),
    })
    const code = await failure(rebinding(`http://rebind.example:${canaryPort}/`, { timeout: 300 }))
    expect(['timeout', 'unreachable']).toContain(code)
    expect(times).toBe(1)
    expect(reached).toEqual([])
  })

  it.each([
    ['an address', () => `http://127.0.0.1:${canaryPort}/`],
    ['a name', () => `http://loop.example:${canaryPort}/`],
    ['a relative address that is none', () => `//127.0.0.1:${canaryPort}/`],
    ['the metadata service', () => 'http://169.254.169.254/latest/'],
    ['a file', () => 'file:///etc/passwd'],
    ['credentials', () => `http://a:b@front.localhost:${frontPort}/`],
  ])('a redirect to %s', async (_name, to) => {
    for (const status of [301, 302, 303, 307, 308]) {
      answer = (_request, response) => response.writeHead(status, { location: to() }).end()
      expect(await failure(fetcher()(frontUrl))).toBe('refused')
    }
    expect(reached).toEqual([])
  })

  it('a host of this machine that is allowed but stands for something else', async () => {
    const moved = fetcher({ resolve: async () => ['10.0.0.1'] })
    expect(await failure(moved(frontUrl))).toBe('refused')
  })
})

describe('createFetchPublic', () => {
  it('answers status, headers and bytes, also of a refusal', async () => {
    answer = (_request, response) => response.writeHead(404, { 'Content-Type': 'text/plain' }).end('gone')
    const { body, headers, ...rest } = await fetcher()(`${frontUrl}/a?b=c`)
    expect(rest).toEqual({ url: `${frontUrl}/a?b=c`, status: 404 })
    expect(headers['content-type']).toBe('text/plain')
    expect(Buffer.from(body).toString()).toBe('gone')
    expect(asked[0]?.url).toBe('/a?b=c')
    expect(asked[0]?.headers).toMatchObject({
      host: `front.localhost:${frontPort}`,
      'accept-encoding': 'identity',
    })
    expect(asked[0]?.headers.cookie).toBeUndefined()
  })

  it('keeps no cookie between requests', async () => {
    answer = (_request, response) => response.writeHead(200, { 'set-cookie': 'sid=1' }).end()
    const fetchPublic = fetcher()
    await fetchPublic(frontUrl)
    await fetchPublic(frontUrl)
    expect(asked.map(({ headers }) => headers.cookie)).toEqual([undefined, undefined])
  })

  it('follows three redirects and no fourth', async () => {
    answer = ({ url }, response) => {
      const left = Number(url?.slice(1))
      if (left === 0) response.end('there')
      else response.writeHead(302, { location: `/${left - 1}` }).end('x'.repeat(5_000))
    }
    const three = await fetcher()(`${frontUrl}/3`, { maxBytes: 10 })
    expect([three.url, Buffer.from(three.body).toString()]).toEqual([`${frontUrl}/0`, 'there'])
    expect(await failure(fetcher()(`${frontUrl}/4`))).toBe('redirects')
  })

  it.each([
    [302, 'GET', ''],
    [303, 'GET', ''],
    [307, 'POST', '{"a":1}'],
    [308, 'POST', '{"a":1}'],
  ])('after a %i a POST becomes %s', async (status, method, body) => {
    const bodies: string[] = []
    answer = async (request, response) => {
      let text = ''
      for await (const chunk of request) text += chunk
      bodies.push(text)
      if (request.url === '/') response.writeHead(status, { location: '/next' }).end()
      else response.end('ok')
    }
    await fetcher()(`${frontUrl}/`, {
      method: 'POST',
      body: '{"a":1}',
      headers: { 'content-type': 'application/json' },
    })
    expect(asked.map(request => request.method)).toEqual(['POST', method])
    expect(bodies).toEqual(['{"a":1}', body])
  })

  it("shows another origin none of the caller's headers", async () => {
    answer = ({ url }, response) => {
      if (url === '/next') response.end()
      else response.writeHead(302, { location: `http://other.localhost:${frontPort}/next` }).end()
    }
    const both = fetcher({
      resolve: async () => ['127.0.0.1'],
      loopbackHosts: [`front.localhost:${frontPort}`, `other.localhost:${frontPort}`],
    })
    await both(frontUrl, { headers: { authorization: 'Bearer canary', accept: 'image/png' } })
    expect(asked.map(({ headers }) => [headers.authorization, headers.accept])).toEqual([
      ['Bearer canary', 'image/png'],
      [undefined, 'image/png'],
    ])
  })

  it.each([
    ['stated', (response: ServerResponse) => response.writeHead(200, { 'content-length': '2000' }).end('x')],
    ['sent', (response: ServerResponse) => response.end('x'.repeat(2_000))],
    [
      'never ending',
      (response: ServerResponse) => {
        const more = () => {
          while (response.write('x'.repeat(500)));
          response.once('drain', more)
        }
        more()
      },
    ],
  ])('gives up on an answer that is too long: %s', async (_name, send) => {
    answer = (_request, response) => send(response)
    expect(await failure(fetcher()(frontUrl, { maxBytes: 1_000 }))).toBe('too-large')
  })

  it('gives up on an answer that is packed', async () => {
    answer = (_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('x')
    expect(await failure(fetcher()(frontUrl))).toBe('unreachable')
  })

  it.each([
    ['no answer', () => {}],
    ['half an answer', (response: ServerResponse) => response.write('x')],
  ])('gives up in time on %s', async (_name, send) => {
    answer = (_request, response) => void send(response)
    expect(await failure(fetcher()(frontUrl, { timeout: 100 }))).toBe('timeout')
  })

  it('gives up when its caller does, while it resolves too', async () => {
    expect(await failure(fetcher()(frontUrl, { signal: AbortSignal.abort() }))).toBe('timeout')
    const slow = fetcher({ resolve: () => new Promise(() => {}) })
    expect(await failure(slow('http://public.example/', { timeout: 50 }))).toBe('refused')
    expect(await failure(slow(frontUrl, { timeout: 50 }))).toBe('timeout')
  })

  it.each([
    ['a name nobody knows', 'http://nobody.example:{canary}/'],
    ['a port where nobody listens', 'http://front.localhost:1/'],
  ])('cannot reach %s', async (_name, url) => {
    const fetchPublic = fetcher({ loopbackHosts: ['front.localhost:1'] })
    expect(await failure(fetchPublic(url.replace('{canary}', String(canaryPort))))).toBe('unreachable')
  })

  it('cannot reach a server without HTTP', async () => {
    const server = createSocketServer(socket =>
      socket
        .on('error', () => {})
        .resume()
        .end('SSH-2.0-canary\r\n'),
    )
    await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
    const { port } = server.address() as AddressInfo
    const fetchPublic = fetcher({ loopbackHosts: [`front.localhost:${port}`] })
    expect(await failure(fetchPublic(`http://front.localhost:${port}/`))).toBe('unreachable')
    await new Promise(done => server.close(done))
  })

  it('never repeats the address in what it throws', async () => {
    for (const url of ['http://127.0.0.1/canary', 'http://nobody.example/canary', 'canary:'])
      expect(String(await fetcher({ ports: [80] })(url).catch((error: unknown) => error))).not.toMatch(
        /canary|127|nobody/,
      )
  })
})

describe('isGlobalAddress', () => {
  it.each(['8.8.8.8', '1.1.1.1', '93.184.216.34', '2606:4700:4700::1111', '2a00:1450:4001:800::200e'])(
    '%s is global',
    address => expect(isGlobalAddress(address)).toBe(true),
  )
  it.each([
    '',
    'localhost',
    '127.1',
    '1.1.1.1 ',
    '[::1]',
    'fe80::1%eth0',
    '2606:4700::1%eth0',
    '2001:2::1',
    '3fff::1',
  ])('%s is not global', address => expect(isGlobalAddress(address)).toBe(false))

  it('T95: no IPv4 address that is local becomes public by being wrapped', () => {
    const local = fc
      .tuple(fc.constantFrom(0, 10, 127, 224, 240, 255), fc.nat(255), fc.nat(255), fc.nat(255))
      .map(parts => parts.join('.'))
    fc.assert(
      fc.property(local, address => {
        const hex = ipaddr.IPv4.parse(address).toByteArray()
        const pair = (at: number) => (((hex[at] ?? 0) << 8) | (hex[at + 1] ?? 0)).toString(16)
        const wrapped = `${pair(0)}:${pair(2)}`
        for (const form of [
          address,
          `::ffff:${wrapped}`,
          `::${wrapped}`,
          `64:ff9b::${wrapped}`,
          `2002:${wrapped}::1`,
          `::ffff:0:${wrapped}`,
        ])
          expect(isGlobalAddress(form)).toBe(false)
      }),
    )
  })
})
