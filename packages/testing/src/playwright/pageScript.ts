import { readFile } from 'node:fs/promises'

/** The script that puts wallets into a page, as one text that defines `latchkeyPage`. */
export const pageScript: string = await loadPageScript()

async function loadPageScript(): Promise<string> {
  if (!new URL(import.meta.url).pathname.endsWith('.ts')) {
    return readFile(new URL('../page.js', import.meta.url), 'utf8')
  }
  // Run from source: bundle it now. The module is evaluated once, so this happens once per process.
  const builder = new URL('../../build/pageScript.mjs', import.meta.url).href
  const { buildPageScript } = (await import(builder)) as { buildPageScript(): Promise<string> }
  return buildPageScript()
}
