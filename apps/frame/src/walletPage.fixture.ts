import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcp } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build as bundle } from 'esbuild'
import { type Browser, chromium } from 'playwright'
import { build } from 'vite'
import { chromiumArgs, ensureChromium, findShell } from '../../../scripts/chromium/chromium.ts'
import { sourceCondition } from '../../../scripts/sourceCondition.ts'
import { startProviders } from '../../devstack/src/providers/startProviders.ts'
import { openApp, type TestApp } from '../../server/src/app.fixture.ts'
import { listen } from '../../server/src/core/http/listen.ts'
import { createLog } from '../../server/src/core/log/createLog.ts'
import { createLocalShared } from '../../server/src/core/scale/createLocalShared.ts'
import { parseEnvironment } from '../../server/src/parseEnvironment.ts'
import { makeAttestationKey } from '../../server/src/people/attestation/openAttestationKey.ts'
import { createFrameApp } from '../../server/src/people/frame/createFrameApp.ts'
import { readFrameBuild } from '../../server/src/people/frame/readFrameBuild.ts'
import { listenFrame } from '../../server/src/people/frame/serveFrame.ts'
import { openSmtpSink } from '../../server/src/people/mail/smtpSink.fixture.ts'
import { createSocial } from '../../server/src/people/social/createSocial.ts'
import { mountSocialPages } from '../../server/src/people/social/mountSocialPages.ts'
import { createProjects } from '../../server/src/projects/createProjects.ts'

const root = resolve(import.meta.dirname, '../../..')

/** Whom the services take every request to be from (`app.fixture.ts`). */
const clientAddress = () => '203.0.113.7'

/** The wallet's origin as it is served, pages of several sites around it, and a browser as people have it. */
export interface WalletPages {
  readonly browser: Browser
  /** The wallet's origin. */
  readonly wallet: string
  /** Where the services would be. */
  readonly services: string
  /** An origin of that host name; each name under localhost is a site of its own. */
  origin(name: string): string
  /** What evil.localhost was asked for, and what came to its ports. */
  readonly stolen: string[]
  /** What a message to an address says, by a pattern with one group; waits for it. */
  mail(to: string, what: RegExp): Promise<string>
  close(): Promise<void>
}

const html = (body: string) => `<!doctype html><title>page</title><body>${body}</body>`

export async function openWalletPages(): Promise<WalletPages> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-wallet-'))
  const place = join(root, 'apps', 'frame')
  const sink = await openSmtpSink()
  const framePort = await freePort()
  const wallet = `http://keys.localhost:${framePort}`
  const log = createLog({ level: 'silent' })
  const clock = () => performance.now()
  const shared = createLocalShared({ clock, log })
  const signInKey = makeAttestationKey()
  const providers = await startProviders({ port: 0, host: '127.0.0.1', walletOrigin: wallet })
  const environment = { FRAME_ORIGIN: wallet, SMTP_URL: sink.url, ...providers.variables }
  const [, hosted, app, executable] = await Promise.all([
    build({
      root: place,
      configFile: join(place, 'vite.config.ts'),
      build: { outDir: join(folder, 'frame'), emptyOutDir: true },
      logLevel: 'silent',
    }),
    bundle({
      entryPoints: [join(import.meta.dirname, 'hostPage.fixture.ts')],
      bundle: true,
      format: 'iife',
      write: false,
      conditions: [sourceCondition],
    }),
    openApp(environment, { clock, leastMailTime: 0, shared, signInKey }),
    findShell() ?? ensureChromium(),
  ])
  const script = hosted.outputFiles?.[0]?.text ?? ''
  const stolen: string[] = []

  const pages = createServer((request, response) => {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`)
    const isEvil = url.hostname === 'evil.localhost'
    if (isEvil && url.pathname.startsWith('/steal')) stolen.push(url.pathname + url.search)
    response.setHeader('access-control-allow-origin', '*')
    if (url.pathname === '/host.js') response.setHeader('content-type', 'text/javascript').end(script)
    else if (url.pathname === '/frame')
      response
        .setHeader('content-type', 'text/html')
        .end(html(`<iframe src="${url.searchParams.get('of')?.replace(/"/g, '')}"></iframe>`))
    else response.setHeader('content-type', 'text/html').end(html('<script src="/host.js"></script>'))
  })
  pages.on('upgrade', (request, socket) => {
    stolen.push(`socket ${request.url}`)
    socket.destroy()
  })
  const pagesPort = await listen(pages, 0, '127.0.0.1')
  const origin = (name: string) => `http://${name}.localhost:${pagesPort}`
  const services = await openServices(app)

  const frameApp = createFrameApp({
    isSecure: false,
    build: readFrameBuild(join(folder, 'frame')),
    projects: createProjects({ store: app.store, shared, clock, lifetime: 60_000 }),
    development: false,
    services: services.url,
    related: [],
    forget: [],
    clientAddress,
    limiter: async () => 0,
    log,
  })
  const { social } = parseEnvironment(environment)
  mountSocialPages(frameApp, {
    social: createSocial({
      store: app.store,
      settings: social,
      key: signInKey,
      walletOrigin: wallet,
      now: () => Date.now(),
    }),
    services: services.url,
    shared,
    clientAddress,
    limiter: async () => 0,
    log,
  })
  const frameServer = await listenFrame(frameApp, { port: framePort, host: '127.0.0.1' })
  await addProjects(app, [origin('host'), origin('app.keys'), wallet])
  const browser = await launch(executable, join(folder, 'profile'))
  return {
    browser,
    wallet,
    services: services.url,
    origin,
    stolen,
    async mail(to, what) {
      const find = () =>
        sink.mails
          .filter(({ recipients }) => recipients.includes(to))
          .map(({ mail }) => what.exec(String(mail.text))?.[1])
          .findLast(found => found !== undefined)
      while (find() === undefined) await new Promise(resolve => setTimeout(resolve, 10))
      return find() ?? ''
    },
    async close() {
      await browser.close()
      pages.closeAllConnections()
      pages.close()
      frameServer.close()
      services.close()
      await providers.close()
      await shared.close()
      await app.close()
      await sink.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function addProjects(app: TestApp, origins: readonly string[]): Promise<void> {
  await app.addProject('shop', origins)
  await app.store.write([
    app.store.compose
      .insertInto('project_features')
      .values({
        project_id: 'shop',
        feature_id: 'social_login',
        is_enabled: 1,
        config: '["email","passkey","google"]',
      })
      .compile(),
  ])
  await app.addProject('empty', [])
}

/** The services; whatever lies beside their calls is answered as well. */
async function openServices(app: TestApp): Promise<{ readonly url: string; close(): void }> {
  const server = createServer(async (request, response) => {
    const { method = 'GET', url = '/', headers } = request
    if (!url.startsWith('/v1/')) {
      response.setHeader('access-control-allow-origin', '*').end('{}')
      return
    }
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const answer = await app.request(`http://${headers.host}${url}`, {
      method,
      headers: Object.entries(headers).map(([name, value]) => [name, String(value)] as [string, string]),
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    })
    response.writeHead(answer.status, Object.fromEntries(answer.headers))
    response.end(Buffer.from(await answer.arrayBuffer()))
  })
  const port = await listen(server, 0, '127.0.0.1')
  return {
    url: `http://localhost:${port}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** The wallet's origin has to be known before it is served. */
async function freePort(): Promise<number> {
  const server = createServer()
  const port = await listen(server, 0, '127.0.0.1')
  await new Promise(closed => server.close(closed))
  return port
}

/** An iframe has a storage for each site that shows it, as in people's browsers. */
const partitioned = chromiumArgs.map(arg => arg.replace(/ThirdPartyStoragePartitioning,?/, ''))

/**
 * Starts a browser without Playwright's own switches, one of which takes the partitions of storage away. It
 * communicates through a pipe: on a socket both sides would compress all messages, above all memory dumps.
 */
async function launch(executablePath: string, profile: string): Promise<Browser> {
  const args = [
    ...partitioned,
    '--headless=new',
    '--remote-debugging-pipe',
    `--user-data-dir=${profile}`,
    'about:blank',
  ]
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    args,
    ignoreDefaultArgs: true,
    viewport: null,
  })
  const browser = context.browser()
  if (browser === null) throw new Error('no browser')
  return browser
}

/** Opens a TCP port that counts connections without HTTP. */
export async function openTrap(): Promise<{
  readonly port: number
  readonly visits: () => number
  close(): void
}> {
  let visits = 0
  const server = createTcp(socket => {
    visits += 1
    socket.destroy()
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  return {
    port: (server.address() as AddressInfo).port,
    visits: () => visits,
    close: () => void server.close(),
  }
}
