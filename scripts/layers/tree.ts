import { posix } from 'node:path'
import { type ImportEdge, readImports } from './readImports.ts'
import { parseSource, type SourceFile } from './sourceFile.ts'

/** An import with what it points at: a path of this repository, or a package from the registry. */
export interface Link extends ImportEdge {
  from: string
  /** Path from the repository's root, when the import stays inside it. */
  to: string | undefined
  /** Package name, when it does not. */
  package: string | undefined
}

/** All sources of the repository, parsed once, with their imports resolved. */
export interface Tree {
  files: ReadonlyMap<string, SourceFile>
  links: ReadonlyMap<string, readonly Link[]>
  /** Specifier of each public entry point (`latchkey/react`) and the source file behind it. */
  entryPoints: ReadonlyMap<string, string>
  /** Pages of documentation, as they stand. */
  pages: readonly Page[]
}

/** A page of documentation. */
export interface Page {
  /** Path from the repository's root, with forward slashes. */
  path: string
  text: string
}

/** Parses the given sources, keyed by path from the repository's root, and resolves their imports; pages are kept as they are. */
export function buildTree(
  texts: Readonly<Record<string, string>>,
  entryPoints: Readonly<Record<string, string>>,
): Tree {
  const files = new Map<string, SourceFile>()
  const links = new Map<string, readonly Link[]>()
  const pages: Page[] = []
  const entryPointMap = new Map(Object.entries(entryPoints))
  for (const [path, source] of Object.entries(texts)) {
    if (path.endsWith('.md')) {
      pages.push({ path, text: source })
      continue
    }
    const file = parseSource(path, source)
    files.set(path, file)
    links.set(
      path,
      readImports(file).map(edge => ({
        ...edge,
        from: path,
        ...resolve(edge.specifier, path, entryPointMap),
      })),
    )
  }
  return { files, links, entryPoints: entryPointMap, pages }
}

function resolve(
  specifier: string,
  from: string,
  entryPoints: ReadonlyMap<string, string>,
): { to: string | undefined; package: string | undefined } {
  if (specifier.startsWith('.')) {
    return { to: posix.join(posix.dirname(from), specifier), package: undefined }
  }
  const entry = entryPoints.get(specifier)
  if (entry !== undefined) return { to: entry, package: undefined }
  return { to: undefined, package: packageOf(specifier) }
}

function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}
