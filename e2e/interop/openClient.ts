/** A page in a real browser that runs what was bundled for it: software of an ecosystem beside our simulated wallets. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { build } from 'esbuild'
import { chromiumArgs, findShell } from '../../scripts/chromium/chromium.ts'
import { sourceCondition } from '../../scripts/sourceCondition.ts'
import { type PeerSet, peerFolder } from './peerFolder.ts'

const root = resolve(import.meta.dirname, '../..')

/** A browser and the address of the page. */
export interface OpenClient {
  readonly browser: Browser
  readonly url: string
  close(): Promise<void>
}

/** Bundles a page's module with the packages of a peer folder and with our sources, serves it and starts the browser. */
export async function openClient(options: {
  readonly peers: PeerSet
  readonly source: string
  /** Our own modules that it imports besides `@latchkey/testing`: their files from the root, by name. */
  readonly modules?: Readonly<Record<string, string>>
}): Promise<OpenClient> {
  const modules = { '@latchkey/testing': 'packages/testing/src/index.ts', ...options.modules }
  const built = await build({
    stdin: { contents: options.source, resolveDir: peerFolder(options.peers) },
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    conditions: [sourceCondition],
    alias: Object.fromEntries(Object.entries(modules).map(([name, file]) => [name, join(root, file)])),
    logLevel: 'silent',
  })
  const script = built.outputFiles[0]?.text ?? ''
  const server = createServer(({ url }, answer) => {
    const isScript = url === '/client.js'
    answer.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
    answer.end(isScript ? script : '<!doctype html><script type="module" src="/client.js"></script>')
  })
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
  const executablePath = findShell()
  const browser = await chromium.launch({
    args: [...chromiumArgs],
    ...(executablePath !== undefined && { executablePath }),
  })
  return {
    browser,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async close() {
      await browser.close()
      server.close()
    },
  }
}
