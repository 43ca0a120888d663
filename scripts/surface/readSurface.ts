import { posix } from 'node:path'
import { lineOf, type SourceFile } from '../layers/sourceFile.ts'
import { child, children, nameOf, type SyntaxNode, stringOf } from '../layers/syntax.ts'
import { docstringBefore } from './docstringBefore.ts'

/** A name as an entry point exports it, with the place that declares it. */
export interface PublicName {
  /** The specifier of the entry point, for example `latchkey/react`. */
  readonly entry: string
  readonly name: string
  /** The declaring file, from the repository's root, with forward slashes. */
  readonly path: string
  /** Counted from 1. */
  readonly line: number
  /** The text of its docstring, or undefined when there is none. */
  readonly docstring: string | undefined
  /** The declaration; absent where a whole module is exported under one name. */
  readonly declaration: SyntaxNode | undefined
  /** The parsed file that declares it. */
  readonly file: SourceFile
}

/** The parsed sources of the repository, by path. */
export type Sources = Pick<ReadonlyMap<string, SourceFile>, 'get' | 'has'>

/** Every name that an entry point exports, re-exports followed to their declaration. */
export function readSurface(entry: string, path: string, files: Sources): PublicName[] {
  return [...exportedNames(path, files)].map(name => ({ entry, name, ...resolveName(path, name, files) }))
}

type Found = Omit<PublicName, 'entry' | 'name'>

/** One export of a module: declared there, or taken from another module under a name. */
interface Export {
  readonly name: string
  readonly node: SyntaxNode
  readonly declaration?: SyntaxNode
  readonly source?: string
  readonly imported?: string
}

function exportedNames(path: string, files: Sources, seen = new Set<string>()): Set<string> {
  const names = new Set<string>()
  const file = files.get(path)
  if (file === undefined || seen.has(path)) return names
  seen.add(path)
  for (const each of exportsOf(file)) names.add(each.name)
  for (const source of starsOf(file))
    for (const name of exportedNames(source, files, seen)) if (name !== 'default') names.add(name)
  return names
}

function resolveName(path: string, name: string, files: Sources): Found {
  const file = files.get(path)
  if (file === undefined) throw new Error(`${path} is missing`)
  const own = exportsOf(file).filter(each => each.name === name)
  const [first] = own
  if (first === undefined) {
    const source = starsOf(file).find(each => exportedNames(each, files).has(name))
    if (source === undefined) throw new Error(`${path} exports no ${name}`)
    return resolveName(source, name, files)
  }
  // Overloads share the docstring of one of them.
  const docstring = own.map(each => docstringBefore(file, each.node.start)).find(Boolean)
  const { source, imported, declaration } = first
  if (source !== undefined && imported !== undefined && files.has(at(path, source))) {
    const found = resolveName(at(path, source), imported, files)
    return { ...found, docstring: found.docstring ?? docstring }
  }
  return { path, line: lineOf(file, first.node.start), docstring, declaration, file }
}

function starsOf(file: SourceFile): string[] {
  return children(file.program, 'body').flatMap(statement => {
    const source = stringOf(child(statement, 'source'))
    const isStar = statement.type === 'ExportAllDeclaration' && child(statement, 'exported') === undefined
    return isStar && source?.startsWith('.') ? [at(file.path, source)] : []
  })
}

function at(path: string, source: string): string {
  return posix.join(posix.dirname(path), source)
}

function exportsOf(file: SourceFile): Export[] {
  const body = children(file.program, 'body')
  return body.flatMap(statement => {
    if (statement.type === 'ExportDefaultDeclaration') {
      return [{ name: 'default', node: statement, declaration: statement }]
    }
    if (statement.type === 'ExportAllDeclaration') {
      const name = nameOf(child(statement, 'exported'))
      return name === undefined ? [] : [{ name, node: statement }]
    }
    return statement.type === 'ExportNamedDeclaration' ? namedExports(statement, body) : []
  })
}

function namedExports(statement: SyntaxNode, body: readonly SyntaxNode[]): Export[] {
  const declaration = child(statement, 'declaration')
  if (declaration !== undefined) {
    return namesDeclared(declaration).map(name => ({ name, node: statement, declaration }))
  }
  const source = stringOf(child(statement, 'source'))
  const specifiers = children(statement, 'specifiers')
  return specifiers.map(specifier => {
    const imported = named(child(specifier, 'local'))
    const name = named(child(specifier, 'exported'))
    if (source === undefined) return { name, node: specifier, ...localBinding(imported, body) }
    // A module that is no TypeScript, such as a style sheet, has its docstring above the statement.
    return { name, node: /\.tsx?$/.test(source) ? specifier : statement, source, imported }
  })
}

/** What a name of `export { name }` stands for in its module: an import, or a declaration. */
function localBinding(name: string, body: readonly SyntaxNode[]): Partial<Export> {
  for (const statement of body) {
    if (statement.type === 'ImportDeclaration') {
      const match = children(statement, 'specifiers').find(each => nameOf(child(each, 'local')) === name)
      const source = stringOf(child(statement, 'source'))
      if (match !== undefined && source !== undefined) {
        return { source, imported: named(child(match, 'imported')) || 'default' }
      }
    }
    if (namesDeclared(statement).includes(name)) return { declaration: statement, node: statement }
  }
  return {}
}

function namesDeclared(declaration: SyntaxNode): string[] {
  const own = nameOf(child(declaration, 'id'))
  if (own !== undefined) return [own]
  return children(declaration, 'declarations').flatMap(each => nameOf(child(each, 'id')) ?? [])
}

function named(node: SyntaxNode | undefined): string {
  return nameOf(node) ?? stringOf(node) ?? ''
}
