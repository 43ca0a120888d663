import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type FrameVersion, framePath, frameVersionOf } from 'latchkey/services'

/** The built page of the wallet's origin, held in memory: nothing else is ever read from that folder. */
export interface FrameBuild {
  /** The page up to where the server's own words go, and what follows them. */
  readonly page: readonly [string, string]
  /** `'sha256-…'` of each script that stands in the page itself. */
  readonly inlineHashes: readonly string[]
  /** By path. */
  readonly files: ReadonlyMap<string, FrameFile>
  /** The hash of all of it, and its configuration (T83). */
  readonly version: FrameVersion
}

export interface FrameFile {
  readonly type: string
  readonly body: Uint8Array<ArrayBuffer>
  readonly gzip: Uint8Array<ArrayBuffer>
}

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
}

/** Reads a build. @throws Error with one clear sentence when there is none in the folder. */
export function readFrameBuild(folder: string): FrameBuild {
  let page: string
  try {
    page = readFileSync(join(folder, 'index.html'), 'utf8')
  } catch (cause) {
    throw new Error(`No wallet page was built into ${folder}: build apps/frame, or set FRAME_FOLDER`, {
      cause,
    })
  }
  const head = page.indexOf('<meta')
  if (head < 0) throw new Error(`The wallet page in ${folder} is not one of this release`)
  const inlineHashes = [...page.matchAll(/<script type="importmap">([^<]*)<\/script>/g)].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  )
  const files = new Map<string, FrameFile>()
  const contents = new Map<string, Uint8Array>()
  for (const path of globSync('assets/*', { cwd: folder })) {
    const type = types[extname(path)]
    if (type === undefined) continue
    const body = new Uint8Array(readFileSync(join(folder, path)))
    contents.set(path, body)
    files.set(`${framePath}${path}`, { type, body, gzip: new Uint8Array(gzipSync(body, { level: 9 })) })
  }
  const version = frameVersionOf(page, contents, sha256)
  return { page: [page.slice(0, head), page.slice(head)], inlineHashes, files, version }
}

function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}
