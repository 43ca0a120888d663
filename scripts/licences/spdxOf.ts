import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, posix } from 'node:path'

/** Answers the text of a Solidity source by its name in the compilation, such as `contracts/Safe.sol`; undefined where it is missing. */
export type OpenSource = (name: string) => string | undefined

/**
 * Returns the licences that the SPDX lines of a source and of everything it imports name, each once, sorted. A source without the line,
 * or one that is missing, is `none`.
 */
export function spdxOf(source: string, open: OpenSource): string[] {
  const names = [source]
  const seen = new Set(names)
  const licences = new Set<string>()
  for (const name of names) {
    const text = open(name)
    licences.add(text === undefined ? 'none' : spdxLine(text))
    for (const [, path = ''] of (text ?? '').matchAll(/\bimport\s+(?:[^"';]*?\bfrom\s+)?["']([^"']+)["']/g)) {
      const imported = path.startsWith('.') ? posix.join(posix.dirname(name), path) : path
      if (seen.has(imported)) continue
      seen.add(imported)
      names.push(imported)
    }
  }
  return [...licences].sort()
}

/** The licence that a source names by itself. */
export function spdxLine(text: string): string {
  return /SPDX-License-Identifier:[ \t]*([^\s*]+(?: [^\s*]+)*)/.exec(text)?.[1] ?? 'none'
}

/**
 * Reads the licence of an artefact that a folder's packages have, from the sources that it was compiled from: those that its compiler
 * wrote down, else the files of its package. An artefact that names no source has its package's licence.
 * @returns an SPDX expression.
 * @throws Error when it is not installed.
 */
export function readArtefactLicence(folder: string, artefact: string): string {
  const home = join(
    folder,
    'node_modules',
    artefact
      .split('/')
      .slice(0, artefact.startsWith('@') ? 2 : 1)
      .join('/'),
  )
  const manifest = readJson(join(home, 'package.json'))
  const found = artefact.endsWith('.json') ? readJson(join(folder, 'node_modules', artefact)) : {}
  if (typeof found.sourceName !== 'string') return String(manifest.license)
  const licences = spdxOf(
    found.sourceName,
    writtenDown(join(folder, 'node_modules', artefact)) ?? filesOf(home),
  )
  return licences.map(licence => (/ OR /.test(licence) ? `(${licence})` : licence)).join(' AND ')
}

/** The sources that Hardhat writes down beside an artefact. */
function writtenDown(artefact: string): OpenSource | undefined {
  const note = artefact.replace(/\.json$/, '.dbg.json')
  if (!existsSync(note)) return undefined
  const info = join(artefact, '..', String(readJson(note).buildInfo))
  if (!existsSync(info)) return undefined
  const { input } = readJson(info) as { input?: { sources?: Record<string, { content: string }> } }
  return name => input?.sources?.[name]?.content
}

function filesOf(home: string): OpenSource {
  const { resolve } = createRequire(join(home, 'package.json'))
  return name => {
    try {
      // Some packages are published from within the folder that their sources are named by.
      const own = [join(home, name), join(home, name.replace(/^contracts\//, ''))].find(path =>
        existsSync(path),
      )
      return readFileSync(own ?? resolve(name), 'utf8')
    } catch {
      return undefined
    }
  }
}

const readJson = (path: string): Record<string, unknown> => JSON.parse(readFileSync(path, 'utf8'))
