import {
  type FrameVersion,
  framePath,
  frameSiteName,
  frameVersionOf,
  frameVersionPath,
  readFrameVersion,
} from 'latchkey/services'
import { sha256 } from './hashFrame.ts'

/** What an origin serves as the wallet's page. */
export interface ServedFrame {
  /** What it says of itself. */
  readonly stated: FrameVersion
  /** What its page and files come to. */
  readonly version: FrameVersion
  /** SHA-256 of every file by its path. */
  readonly files: ReadonlyMap<string, string>
}

/** Milliseconds for one file. */
const patience = 15_000
/** Bytes of one file: the largest one has 0.3 MB. */
const largest = 8_000_000

/**
 * Downloads the wallet's page from its origin, and every script that its import map names, and computes their version.
 * The server's own `<meta>` for a project is left out; it has to be what it seems, once.
 * @throws Error with one clear sentence.
 */
export async function fetchServed(origin: string, projectId: string | undefined): Promise<ServedFrame> {
  const query = projectId === undefined ? '' : `?projectId=${encodeURIComponent(projectId)}`
  // Without a project the page comes with a 403: it is the same page, and may be embedded nowhere.
  const html = await download(`${origin}${framePath}${query}`, [200, 403])
  const page = withoutSite(html.toString('utf8'))
  const map = /<script type="importmap">([^<]*)<\/script>/.exec(page)?.[1]
  if (map === undefined) throw new Error(`${origin} serves no page of the wallet at ${framePath}`)
  const { integrity = {} } = JSON.parse(map) as { readonly integrity?: Readonly<Record<string, unknown>> }
  const files = new Map<string, Uint8Array>()
  for (const path of Object.keys(integrity)) {
    if (!/^assets\/[\w.-]+$/.test(path.slice(framePath.length)) || !path.startsWith(framePath))
      throw new Error(`${origin} serves a page that loads ${path.slice(0, 200)}`)
    files.set(path.slice(framePath.length), new Uint8Array(await download(`${origin}${path}`, [200])))
  }
  const stated = readFrameVersion((await download(`${origin}${frameVersionPath}`, [200])).toString('utf8'))
  if (stated === undefined) throw new Error(`${origin}${frameVersionPath} states no version`)
  return {
    stated,
    version: frameVersionOf(page, files, sha256),
    files: new Map([...files].map(([path, body]) => [path, sha256(body)])),
  }
}

/** Takes the site out that the server wrote for a project: attributes with escaped text and nothing else. */
function withoutSite(page: string): string {
  return page.replace(new RegExp(`<meta name="${frameSiteName}" content="[^"<>]*">\\n {4}`), '')
}

async function download(url: string, statuses: readonly number[]): Promise<Buffer> {
  const response = await fetch(url, {
    redirect: 'error',
    // As a frame asks for it.
    headers: { 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'cross-site' },
    signal: AbortSignal.timeout(patience),
  }).catch((cause: unknown) => {
    throw new Error(`${url} cannot be reached`, { cause })
  })
  if (!statuses.includes(response.status)) throw new Error(`${url} answers ${response.status}`)
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > largest) throw new Error(`${url} is longer than ${largest} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
