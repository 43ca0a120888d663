import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { build } from 'vite'
import { installPacked } from '../../scripts/build/installPacked.ts'

/** The reference pages, and ours. */
export const pageNames = ['bare', 'byhand', 'wagmi', 'latchkey'] as const
export type PageName = (typeof pageNames)[number]

const html = `<!doctype html>
<meta charset="utf-8">
<title>Bench</title>
<div id="root"></div>
<script type="module" src="./main.tsx"></script>
`

/**
 * Builds each page for production as a host's Vite does: the widget from its packed form, wagmi from its own lockfile,
 * and the same React for all.
 */
export async function buildPages(options: {
  /** Folder of the pages' sources. */
  readonly pages: string
  /** Where sources are copied and built; emptied first. */
  readonly work: string
  /** Default: the reference pages and ours. */
  readonly names?: readonly string[]
  readonly packed: readonly { readonly name: string; readonly stage: string }[]
  readonly log: (line: string) => void
}): Promise<string> {
  const { pages, work, packed, log, names = pageNames } = options
  if (names.includes('wagmi')) installWagmi(join(pages, 'wagmi'), log)
  rmSync(work, { recursive: true, force: true })
  for (const name of names) {
    if (name !== 'bare' && name !== 'byhand' && name !== 'wagmi') {
      installPacked(packed, join(work, 'src', name, 'node_modules'))
    }
    const entry = join(work, 'src', name, 'main.tsx')
    const wagmi = (module: string) => join(pages, 'wagmi/node_modules', module)
    const aliases =
      name === 'wagmi'
        ? { wagmi: wagmi('wagmi'), '@tanstack/react-query': wagmi('@tanstack/react-query') }
        : {}
    mkdirSync(join(work, 'src', name), { recursive: true })
    cpSync(join(pages, name, 'main.tsx'), entry)
    writeFileSync(join(work, 'src', name, 'index.html'), html)
    await build({
      configFile: false,
      root: join(work, 'src', name),
      logLevel: 'error',
      oxc: { jsx: { runtime: 'automatic' } },
      // The same React for every page, wagmi's own copy included: two in one page would not work.
      resolve: { alias: { react: modules('react'), 'react-dom': modules('react-dom'), ...aliases } },
      build: {
        outDir: join(work, 'built', name),
        emptyOutDir: true,
        target: 'es2023',
        reportCompressedSize: false,
      },
      base: './',
    })
  }
  return join(work, 'built')
}

/** A package of the repository's own node_modules. */
function modules(name: string): string {
  return dirname(createRequire(import.meta.url).resolve(`${name}/package.json`))
}

function installWagmi(folder: string, log: (line: string) => void): void {
  if (existsSync(join(folder, 'node_modules/wagmi/package.json'))) return
  log('Installing wagmi for its reference page (once)…')
  const npm = process.env.npm_execpath
  const [command, ...first] = npm ? [process.execPath, npm] : ['npm']
  execFileSync(command, [...first, 'ci', '--ignore-scripts'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}
