import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { parseSource } from '../layers/sourceFile.ts'
import { child, children, nameOf, type SyntaxNode, stringOf, text } from '../layers/syntax.ts'

/** The names that a declaration file exports, sorted; types are marked `type X`. */
export function exportedNames(folder: string, file: string): string[] {
  const found = new Set<string>()
  collect(folder, file, found, new Set())
  return [...found].sort()
}

function collect(folder: string, file: string, found: Set<string>, seen: Set<string>): void {
  if (seen.has(file)) return
  seen.add(file)
  const { program } = parseSource(file, readFileSync(join(folder, file), 'utf8'))
  for (const statement of children(program, 'body')) {
    if (statement.type === 'ExportAllDeclaration') {
      const source = stringOf(child(statement, 'source')) ?? ''
      const target = posix.join(posix.dirname(file), source).replace(/\.js$/, '.d.ts')
      collect(folder, target, found, seen)
    } else if (statement.type === 'ExportNamedDeclaration') {
      for (const name of namesOf(statement)) found.add(name)
    }
  }
}

function namesOf(statement: SyntaxNode): string[] {
  const declaration = child(statement, 'declaration')
  if (declaration === undefined) {
    return children(statement, 'specifiers').map(specifier => {
      const exported = child(specifier, 'exported')
      const isType = [statement, specifier].some(node => text(node, 'exportKind') === 'type')
      return `${isType ? 'type ' : ''}${nameOf(exported) ?? stringOf(exported) ?? ''}`
    })
  }
  const mark = /^TS(Interface|TypeAlias)Declaration$/.test(declaration.type) ? 'type ' : ''
  const own = child(declaration, 'id')
  const many = children(declaration, 'declarations').flatMap(each => child(each, 'id') ?? [])
  return (own === undefined ? many : [own]).map(id => `${mark}${nameOf(id) ?? ''}`)
}
