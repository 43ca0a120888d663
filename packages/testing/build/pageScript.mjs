import { mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

/** Bundles the script that puts simulated wallets into a page; the text defines `latchkeyPage`. */
export async function buildPageScript() {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('../src/playwright/installInPage.ts', import.meta.url))],
    bundle: true,
    format: 'iife',
    globalName: 'latchkeyPage',
    legalComments: 'none',
    minify: true,
    platform: 'browser',
    target: 'es2022',
    tsconfigRaw: {},
    write: false,
  })
  const [output] = outputFiles
  if (output === undefined) throw new Error('esbuild wrote nothing')
  return output.text
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const dist = new URL('../dist/', import.meta.url)
  await mkdir(dist, { recursive: true })
  await writeFile(new URL('page.js', dist), await buildPageScript())
}
