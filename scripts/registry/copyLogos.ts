import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

type Chosen = Readonly<Record<string, Readonly<Record<string, string>>>>

export interface Logos {
  readonly source: Readonly<
    Record<'package' | 'version' | 'licence' | 'author' | 'repository' | 'text' | 'note', string>
  >
  /** The drawings, by the name of their file in the source. */
  readonly files: Readonly<Record<string, string>>
  /** Which file shows what: kind, then id. */
  readonly chosen: Chosen
}

/** Takes the chosen logos out of an unpacked `@web3icons/core`, whose drawings are modules of text, with its licence. */
export async function copyLogos(folder: string, chosen: Chosen): Promise<Logos> {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, unknown>
  if (manifest.name !== '@web3icons/core' || manifest.license !== 'MIT')
    throw new Error(`${folder} is not the package @web3icons/core under MIT`)
  const files: Record<string, string> = {}
  const paths: Record<string, Record<string, string>> = {}
  for (const [kind, ids] of Object.entries(chosen)) {
    paths[kind] = {}
    for (const [id, name] of Object.entries(ids)) {
      const path = `${kind}/background/${name}`
      const module = (await import(pathToFileURL(join(folder, `dist/svgs/${path}.svg.js`)).href)) as {
        readonly default: string
      }
      files[path] ??= plainSvg(module.default)
      paths[kind][id] = path
    }
  }
  return {
    source: {
      package: '@web3icons/core',
      version: String(manifest.version),
      licence: 'MIT',
      author: String(manifest.author),
      repository: 'https://github.com/0xa3k5/web3icons',
      text: mitText(String(manifest.author)),
      note: 'The drawings are under the licence; the marks they show belong to their owners.',
    },
    files: Object.fromEntries(Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1))),
    chosen: paths,
  }
}

/** Without what only the source's own page needs or a policy against inline styles forbids, and on one line. */
function plainSvg(text: string): string {
  return text
    .replace(/ class="web3icons"/, '')
    .replace(/ style="mask-type:(\w+)"/g, ' mask-type="$1"')
    .replace(/>\s+</g, '><')
    .trim()
}

/** The licence asks that its text goes along. */
function mitText(holder: string): string {
  return `MIT License

Copyright (c) ${holder}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
`
}
