import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'

const pages = ['bare', 'byhand', 'wagmi', 'latchkey'] as const
export type PageName = (typeof pages)[number]

/**
 * Builds each page for production with code splitting; the widget comes from its packed form in `packages`, the others
 * from their own lockfile.
 */
export async function buildPages(options: {
  readonly root: string
  readonly out: string
  /** A node_modules folder that holds the packed `latchkey`. */
  readonly packages: string
  readonly log: (line: string) => void
}): Promise<void> {
  const { root, out, packages, log } = options
  const wagmi = join(root, 'pages/wagmi')
  if (!existsSync(join(wagmi, 'node_modules/wagmi'))) {
    log('Installing wagmi for the reference page…')
    const npm = process.env.npm_execpath
    execFileSync(npm ? process.execPath : 'npm', [...(npm ? [npm] : []), 'ci', '--ignore-scripts'], { cwd: wagmi, stdio: 'ignore' })
  }
  for (const name of pages) {
    await build({
      entryPoints: { main: join(root, 'pages', name, 'main.tsx') },
      outdir: join(out, name),
      bundle: true,
      splitting: true,
      minify: true,
      format: 'esm',
      target: 'es2023',
      jsx: 'automatic',
      define: { 'process.env.NODE_ENV': '"production"' },
      // The same React for every page; the packed widget wins over its source.
      nodePaths: [packages],
      alias: name === 'latchkey' ? { latchkey: join(packages, 'latchkey') } : {},
    })
    mkdirSync(join(out, name), { recursive: true })
    writeFileSync(
      join(out, name, 'index.html'),
      '<!doctype html><meta charset="utf-8"><title>Bench</title><div id="root"></div><script type="module" src="./main.js"></script>',
    )
  }
}
