import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { gzipSync } from 'node:zlib'

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
}

export interface ServeOptions {
  /** Whether files are sent compressed, as hosts do. Default: as they are. */
  readonly compresses?: boolean
}

/** Serves a folder on a free loopback port until `close` is called. */
export async function serveFolder(
  folder: string,
  { compresses = false }: ServeOptions = {},
): Promise<{ origin: string; close(): Promise<void> }> {
  // Each file is read and compressed once: what is measured shares the machine with this server.
  const bodies = new Map<string, Buffer>()
  const bodyOf = async (path: string) => {
    const known = bodies.get(path)
    if (known) return known
    const read = await readFile(join(folder, path === '/' ? 'index.html' : path))
    const body = compresses ? gzipSync(read) : read
    bodies.set(path, body)
    return body
  }
  const server = createServer(async (request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname)
    try {
      const body = await bodyOf(path)
      if (compresses) response.setHeader('content-encoding', 'gzip')
      response.setHeader('content-type', contentTypes[extname(path) || '.html'] ?? 'application/octet-stream')
      response.end(body)
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return {
    origin: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
