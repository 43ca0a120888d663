import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer as createPlain, request } from 'node:http'
import { createServer, type Server } from 'node:https'
import { connect, type LookupFunction } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { listen } from '../../core/http/listen.ts'
import { type RunningServer, startServer } from '../../startServer.ts'
import { createAuthority, type TestCertificate } from './certificates.fixture.ts'
import type { Finding } from './finding.ts'
import { startNameServer, type Zone } from './nameServer.fixture.ts'
import { runDoctorCommand } from './runDoctorCommand.ts'

export const api = 'api.shop-services.example'
export const keys = 'keys.wallet-origin.example'

/** Records of an installation as it should be. */
export const wholeZone: Zone = {
  'shop-services.example': { CAA: ['letsencrypt.org'] },
  [api]: {},
  'wallet-origin.example': { CAA: ['letsencrypt.org'] },
  [keys]: {},
  'shop.example': { TXT: ['v=spf1 include:mail.example -all'], MX: ['mx.mail.example'] },
  '_dmarc.shop.example': { TXT: ['v=DMARC1; p=quarantine'] },
  's1._domainkey.shop.example': { TXT: ['v=DKIM1; k=rsa; p=MIIB'] },
}

/** What a proxy does to a request beside passing it on. */
export interface ProxyFaults {
  /** Headers of answers that it drops. */
  readonly drops?: readonly string[]
  /** Whether it passes no upgrade on. */
  readonly noUpgrade?: boolean
  /** Paths that it answers with an error page. */
  readonly loses?: readonly string[]
}

/** A running installation: the real server over SQLite behind a proxy with TLS, names, an authority, and one node. */
export interface Installation {
  readonly dataFolder: string
  readonly frameFolder: string
  /** A certificate of the authority that the doctor trusts. */
  issue(names: readonly string[], days?: number): TestCertificate
  /** What the proxy serves with from now on. */
  serveWith(certificate: TestCertificate): void
  faults: ProxyFaults
  /** Runs a statement on its database. */
  write(sql: string): void
  /** What the doctor finds, with what is changed. */
  examine(changes?: DoctorChanges): Promise<Examined>
  /** The variables that it runs with. */
  readonly environment: Readonly<Record<string, string>>
  close(): Promise<void>
}

export interface DoctorChanges {
  readonly words?: readonly string[]
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly zone?: Zone
  readonly silent?: boolean
  /** Milliseconds that this machine's clock is ahead. */
  readonly ahead?: number
  readonly timeout?: number
}

export interface Examined {
  readonly findings: readonly Finding[]
  readonly ended: 0 | 1
  /** What is not as it should be, as `check state`. */
  readonly bad: readonly string[]
}

const lookup: LookupFunction = (_name, options, done) =>
  options.all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4)

export async function openInstallation(): Promise<Installation> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-doctor-'))
  const [dataFolder, frameFolder] = [join(folder, 'data'), join(folder, 'frame')]
  mkdirSync(join(frameFolder, 'assets'), { recursive: true })
  writeFileSync(
    join(frameFolder, 'index.html'),
    '<html><head>\n<meta charset="utf-8">\n<script type="module" src="/v1/assets/index-1.js"></script></head></html>',
  )
  writeFileSync(join(frameFolder, 'assets', 'index-1.js'), 'run()')
  const authority = createAuthority()
  const ports = new Map<string, number>()
  const state: { faults: ProxyFaults } = { faults: {} }
  const proxy = startProxy(authority.issue([api, keys]), ports, state)
  const port = await listen(proxy, 0, '127.0.0.1')
  const node = createPlain((_request, response) => void response.end('{}'))
  const nodePort = await listen(node, 0, '127.0.0.1')
  const environment = {
    DATA_FOLDER: dataFolder,
    PUBLIC_URLS: `https://${api}:${port}`,
    FRAME_ORIGIN: `https://${keys}:${port}`,
    FRAME_PORT: '0',
    FRAME_FOLDER: frameFolder,
    FRAME_SERVICES: `https://${api}:${port}`,
    FRAME_RELATED_ORIGINS: 'https://keys.former.example',
    RELAY_PUBLIC_URLS: `wss://${api}:${port}/relay`,
    RPC_UPSTREAMS: JSON.stringify({ 'eip155:1': [`http://127.0.0.1:${nodePort}`] }),
    INDEX_CHAINS: 'none',
    SMTP_URL: 'smtps://user:password@mail.example:465',
    MAIL_FROM: 'Shop <noreply@shop.example>',
    LOG_LEVEL: 'silent',
    // Every test comes from one address.
    RELAY_HANDSHAKES_PER_MINUTE: '6000',
    RELAY_HANDSHAKES_BURST: '1000',
    RELAY_REFUSAL_DELAY_MS: '0',
  }
  let server: RunningServer | undefined = await startServer({
    port: 0,
    env: environment,
    log: { write() {} },
  })
  ports.set(api, server.port)
  ports.set(keys, server.framePort ?? 0)
  const write = (sql: string) => {
    const database = new DatabaseSync(join(dataFolder, 'latchkey.db'), { timeout: 5_000 })
    database.exec(sql)
    database.close()
  }
  write(`insert into projects (id, name, created_at) values ('shop', 'Shop', 1);
    insert into project_origins (project_id, origin) values ('shop', 'https://www.shop.example')`)
  return {
    dataFolder,
    frameFolder,
    environment,
    issue: authority.issue,
    serveWith: ({ cert, key }) => proxy.setSecureContext({ cert, key }),
    get faults() {
      return state.faults
    },
    set faults(faults) {
      state.faults = faults
    },
    write,
    async examine({
      words = [],
      env = {},
      zone = wholeZone,
      silent = false,
      ahead = 0,
      timeout = 5_000,
    } = {}) {
      const names = await startNameServer(zone, { silent, timeout })
      try {
        const { text, ended } = await runDoctorCommand(
          ['--json', ...words],
          { ...environment, ...env },
          {
            resolver: names.resolver,
            lookup,
            ca: authority.cert,
            now: () => Date.now() + ahead,
            timeout,
          },
        )
        const { findings } = JSON.parse(text) as { findings: readonly Finding[] }
        const bad = findings.filter(({ state }) => state === 'warning' || state === 'wrong')
        return { findings, ended, bad: bad.map(each => `${each.check} ${each.state}`) }
      } finally {
        names.close()
      }
    },
    async close() {
      await server?.close()
      server = undefined
      for (const each of [proxy, node]) {
        each.closeAllConnections()
        each.close()
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A proxy with TLS: it passes each name on to its port, and adds HSTS as proxies do. */
function startProxy(
  certificate: TestCertificate,
  ports: ReadonlyMap<string, number>,
  state: { readonly faults: ProxyFaults },
): Server {
  const portOf = (host: string | undefined) => ports.get((host ?? '').split(':')[0] ?? '') ?? 0
  const proxy = createServer(certificate, (incoming, outgoing) => {
    const { method, url = '/', headers } = incoming
    if (state.faults.loses?.includes(url)) return void outgoing.writeHead(404).end('<h1>Not found</h1>')
    const passed = request(
      { port: portOf(headers.host), host: '127.0.0.1', method, path: url, headers },
      answer => {
        const sent = { 'strict-transport-security': 'max-age=63072000', ...answer.headers }
        for (const name of state.faults.drops ?? []) delete sent[name as keyof typeof sent]
        outgoing.writeHead(answer.statusCode ?? 502, sent)
        answer.pipe(outgoing)
      },
    )
    passed.on('error', () => outgoing.destroy())
    incoming.pipe(passed)
  })
  proxy.on('upgrade', (incoming, socket) => {
    if (state.faults.noUpgrade)
      return void socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
    const upstream = connect(portOf(incoming.headers.host), '127.0.0.1', () => {
      const lines = Object.entries(incoming.headers).map(
        ([header, value]) => `${header}: ${String(value)}\r\n`,
      )
      upstream.write(`${incoming.method} ${incoming.url} HTTP/1.1\r\n${lines.join('')}\r\n`)
      socket.pipe(upstream).pipe(socket)
    })
    for (const each of [socket, upstream]) each.on('error', () => each.destroy())
  })
  return proxy
}
