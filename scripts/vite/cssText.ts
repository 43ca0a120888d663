import { dirname, join, resolve, sep } from 'node:path'
import type { Plugin } from 'vite'
import { minifyCss } from '../build/minifyCss.ts'

const prefix = '\0latchkey-css:'
const suffix = '.js'
const root = resolve(import.meta.dirname, '../..')
const packages = `${root}${sep}packages${sep}`
/** The wallet's own page dresses a shadow root as well. */
const frame = `${join(root, 'apps/frame/src')}${sep}`

/** Vite plugin that turns `import css from './x.css'` inside `packages/<name>/src` and `apps/frame/src` into a module exporting the minified text. */
export function cssText(): Plugin {
  return {
    name: 'latchkey-css-text',
    enforce: 'pre',
    resolveId(specifier, importer) {
      if (importer === undefined || !specifier.startsWith('.') || !specifier.endsWith('.css')) return null
      const path = resolve(dirname(importer), specifier)
      if (!isPackageSource(path)) return null
      // An id that ends in `.css` would be taken by Vite's own stylesheet pipeline.
      return `${prefix}${path}${suffix}`
    },
    async load(id) {
      if (!id.startsWith(prefix)) return null
      const path = id.slice(prefix.length, -suffix.length)
      this.addWatchFile(path)
      return { code: `export default ${JSON.stringify(await minifyCss(path))}`, moduleType: 'js' }
    },
  }
}

function isPackageSource(path: string): boolean {
  const isPackage = path.startsWith(packages) && path.slice(packages.length).split(sep)[1] === 'src'
  return isPackage || path.startsWith(frame)
}
