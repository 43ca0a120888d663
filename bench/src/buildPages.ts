import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { build } from 'vite'
import { installLocked } from '../../scripts/build/installLocked.ts'
import { installPacked } from '../../scripts/build/installPacked.ts'

/** The reference pages, and ours. */
export const pageNames = ['bare', 'byhand', 'wagmi', 'latchkey', 'standard', 'solana'] as const
export type PageName = (typeof pageNames)[number]

/** Pages that are not made of the widget. */
const reference: readonly string[] = ['bare', 'byhand', 'wagmi', 'standard']

const html = `<!doctype html>
<meta charset="utf-8">
<title>Bench</title>
<div id="root"></div>
<script type="module" src="./main.tsx"></script>
`

/**
 * Builds each page for production as a host's Vite does: the widget from its packed form, and the same React for all.
 */
export async function buildPages(options: {
  /** Folder of the pages' sources. */
  readonly pages: string
  /** Where sources are copied and built; emptied first. */
  readonly work: string
  /** Default: the reference pages and ours. */
  readonly names?: readonly string[]
  readonly packed: readonly { readonly name: string; readonly stage: string }[]
}): Promise<string> {
  const { pages, work, packed, names = pageNames } = options
  const wagmi = names.includes('wagmi') ? await wagmiModules() : {}
  rmSync(work, { recursive: true, force: true })
  for (const name of names) {
    if (!reference.includes(name)) {
      installPacked(packed, join(work, 'src', name, 'node_modules'))
    }
    const entry = join(work, 'src', name, 'main.tsx')
    mkdirSync(join(work, 'src', name), { recursive: true })
    cpSync(join(pages, name, 'main.tsx'), entry)
    writeFileSync(join(work, 'src', name, 'index.html'), html)
    await build({
      configFile: false,
      root: join(work, 'src', name),
      logLevel: 'error',
      oxc: { jsx: { runtime: 'automatic' } },
      // The same React for every page, whatever it is built of: two in one page would not work.
      resolve: {
        alias: { react: modules('react'), 'react-dom': modules('react-dom'), ...(name === 'wagmi' && wagmi) },
      },
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

/** wagmi 3 as the examples have it. */
async function wagmiModules(): Promise<Record<string, string>> {
  const examples = resolve(import.meta.dirname, '../../examples')
  await installLocked(examples)
  return Object.fromEntries(
    ['wagmi', '@tanstack/react-query'].map(name => [name, join(examples, 'node_modules', name)]),
  )
}
