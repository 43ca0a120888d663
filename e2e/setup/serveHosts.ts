import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize, resolve } from 'node:path'
import type { Network } from 'latchkey'
import { strictPolicy, widgetPolicy } from '../hosts/csp/policy.ts'
import { type BuiltHosts, type BundleName, sharedFolder } from './buildHosts.ts'
import { renderWagmi } from './renderWagmi.ts'

const sources = resolve(import.meta.dirname, '..', 'hosts')
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** MetaMask's page for tests of wallets, as it is published (MIT). */
const testDapp = resolve(import.meta.dirname, '../../node_modules/@metamask/test-dapp/dist')

/**
 * A third-party page with a bundle of ours before its scripts, and without the sheets that it fetches from elsewhere.
 * It offers its buttons only to wallets that claim to be MetaMask, so here each one does.
 */
function withGuest(text: string, bundle: BundleName): string {
  const guest = `<meta name="networks" content="{{networks}}" />
    <script>
      addEventListener('eip6963:announceProvider', ({ detail }) => { detail.provider.isMetaMask = true })
    </script>
    <script type="module" src="../${bundle}/main.js"></script>`
  return text.replace(/<link[^>]+href="https:[^>]+>/g, '').replace('<title>', () => `${guest}\n    <title>`)
}

interface Visit {
  readonly query: URLSearchParams
  readonly cookie: string
}

/** One host page: a bundle, and what its server adds. */
interface HostPage {
  readonly bundle: BundleName
  /** A third-party page instead of ours; the bundle is injected into it. */
  readonly folder?: string
  /** The networks in the page's head; the local chains of EVM unless set. */
  readonly networks?: readonly Network[]
  /** Markup at the start of the head. */
  readonly head?: string
  /** What stands in the page's root; rendered for each visitor where it is a function. */
  readonly body?: string | ((visit: Visit) => Promise<string>)
  readonly headers?: (query: URLSearchParams) => Readonly<Record<string, string>>
}

export interface ServedHosts {
  /** Each page is at `<url>/<name>/`. */
  readonly url: string
  close(): Promise<void>
}

/** Serves the host pages on a free port, each with its own headers. */
export async function serveHosts(options: {
  readonly built: BuiltHosts
  readonly networks: readonly Network[]
  readonly solana: Network
}): Promise<ServedHosts> {
  const { built, networks, solana } = options
  const rpcOrigins = networks.flatMap(network => network.rpcUrls.default.http.map(url => new URL(url).origin))
  const pages: Readonly<Record<string, HostPage>> = {
    plain: { bundle: 'plain' },
    csp: {
      bundle: 'plain',
      // `?without=img-src` leaves a directive out, to show that it is needed; `?nonce` trusts by nonce instead of origin.
      headers: query => {
        const { [query.get('without') ?? '']: _left, ...policy } = widgetPolicy(rpcOrigins)
        const trusted = query.has('nonce') && { 'script-src': "'nonce-host' 'strict-dynamic'" }
        return { 'content-security-policy': strictPolicy({ ...policy, ...trusted }) }
      },
    },
    css: { bundle: 'plain', head: '<link rel="stylesheet" href="./hostile.css" />' },
    radix: { bundle: 'radix' },
    ssr: { bundle: 'ssr', body: await built.renderOnServer(networks) },
    react18: { bundle: 'react18' },
    html: { bundle: 'html' },
    lab: { bundle: 'lab' },
    wagmi3: { bundle: 'wagmi3', body: visit => renderVisit(3, visit) },
    wagmi2: { bundle: 'wagmi2', body: visit => renderVisit(2, visit) },
    viem: { bundle: 'viem' },
    solana: { bundle: 'solana', networks: [...networks, solana] },
    sui: { bundle: 'sui', networks },
    bitcoin: { bundle: 'bitcoin' },
    polkadot: { bundle: 'polkadot' },
    announced: { bundle: 'announced' },
    hooks2: { bundle: 'hooks2' },
    hooks3: { bundle: 'hooks3' },
    testdapp: { bundle: 'announced', folder: testDapp },
  }

  /** `?ssr` is a server of wagmi's guide: it renders with what the visitor's cookie says. */
  async function renderVisit(version: 2 | 3, { query, cookie }: Visit): Promise<string> {
    return query.has('ssr') ? renderWagmi(version, { networks, cookie }) : ''
  }

  async function read(
    url: URL,
    cookie: string,
  ): Promise<{ text: string | Buffer; headers: Readonly<Record<string, string>> } | undefined> {
    const [name = '', ...rest] = url.pathname.slice(1).split('/')
    const file = normalize(rest.join('/'))
    const headers = {
      'content-type': types[extname(file)] ?? 'text/html; charset=utf-8',
      'cache-control': 'no-store',
    }
    if (file.startsWith('..')) return undefined
    if (name === sharedFolder) return { text: readFileSync(join(built.folder, name, file)), headers }
    const page = Object.hasOwn(pages, name) ? pages[name] : undefined
    if (!page) return undefined
    if (file === '.') {
      const template = page.folder
        ? join(page.folder, 'index.html')
        : page.bundle === 'html'
          ? join(sources, 'html', 'index.html')
          : join(sources, 'index.html')
      const visit = { query: url.searchParams, cookie }
      const body = typeof page.body === 'function' ? await page.body(visit) : page.body
      const text = readFileSync(template, 'utf8')
      return {
        text: fillPage(page.folder ? withGuest(text, page.bundle) : text, {
          head: page.head,
          body,
          told: page.networks ?? networks,
        }),
        headers: { ...headers, ...page.headers?.(url.searchParams) },
      }
    }
    const folder =
      page.folder ?? (file === 'hostile.css' ? join(sources, 'css') : join(built.folder, page.bundle))
    return { text: readFileSync(join(folder, file)), headers }
  }

  function fillPage(
    template: string,
    {
      head = '',
      body = '',
      told,
    }: { head: string | undefined; body: string | undefined; told: readonly Network[] },
  ): string {
    const attribute = JSON.stringify(told).replaceAll('&', '&amp;').replaceAll('"', '&quot;')
    return template
      .replace('{{networks}}', () => attribute)
      .replace('{{head}}', () => head)
      .replace('{{body}}', () => body)
  }

  const server = createServer(async (request, response) => {
    try {
      const found = await read(new URL(request.url ?? '/', 'http://localhost'), request.headers.cookie ?? '')
      if (found) response.writeHead(200, { ...found.headers }).end(found.text)
      else response.writeHead(404).end()
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise(closed => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}
