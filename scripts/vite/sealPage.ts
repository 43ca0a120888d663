import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/**
 * Vite plugin that writes the hash of every script into the built page: of the first ones as `integrity`, of their
 * imports as an import map's, so that a changed file does not run.
 */
export function sealPage(): Plugin {
  let folder = ''
  let base = '/'
  return {
    name: 'latchkey-seal-page',
    apply: 'build',
    configResolved(config) {
      folder = join(config.root, config.build.outDir)
      if (config.build.outDir.startsWith('/')) folder = config.build.outDir
      base = config.base
    },
    closeBundle() {
      const page = join(folder, 'index.html')
      const hashes = new Map(
        globSync('assets/*.js', { cwd: folder })
          .sort()
          .map(path => [`${base}${path}`, hashOf(readFileSync(join(folder, path)))]),
      )
      const map = JSON.stringify({ imports: {}, integrity: Object.fromEntries(hashes) })
      const sealed = readFileSync(page, 'utf8')
        .replace(/<script type="module"[^>]* src="([^"]+)"/g, (tag, src: string) => {
          const hash = hashes.get(src)
          if (hash === undefined) throw new Error(`The page loads ${src}, which was not built`)
          return `${tag} integrity="${hash}"`
        })
        // A map applies to later imports.
        .replace('<script', () => `<script type="importmap">${map}</script>\n    <script`)
      writeFileSync(page, sealed)
    },
  }
}

function hashOf(content: Uint8Array): string {
  return `sha384-${createHash('sha384').update(content).digest('base64')}`
}
