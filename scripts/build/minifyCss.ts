import { readFile } from 'node:fs/promises'
import { transform } from 'esbuild'

/** Reads one stylesheet and returns it minified; throws when it does not parse. */
export async function minifyCss(path: string): Promise<string> {
  const source = await readFile(path, 'utf8')
  const result = await transform(source, {
    loader: 'css',
    minify: true,
    sourcefile: path,
    logLevel: 'silent',
    // Nesting, layers and logical properties are sent as written: the supported browsers all know them.
    target: 'esnext',
  })
  return result.code.trim()
}
