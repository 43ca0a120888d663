import type { SourceFile } from '../layers/sourceFile.ts'
import { child, children, nameOf, type SyntaxNode } from '../layers/syntax.ts'
import { docstringBefore } from './docstringBefore.ts'

/** One member of an interface. */
export interface PublicMember {
  readonly name: string
  readonly isOptional: boolean
  /** Its type as the source writes it, on one line and without comments; empty for a method. */
  readonly type: string
  /** Of a method: its parameters by name, such as `(options?)`. */
  readonly parameters: string | undefined
  readonly docstring: string | undefined
  readonly start: number
}

/** The members that an interface declares itself, in order; empty for any other declaration. */
export function membersOf(declaration: SyntaxNode | undefined, file: SourceFile): PublicMember[] {
  const body = declaration === undefined ? undefined : child(declaration, 'body')
  if (body?.type !== 'TSInterfaceBody') return []
  return children(body, 'body').flatMap(member => {
    const name = nameOf(child(member, 'key'))
    if (name === undefined) return []
    const annotation = child(member, 'typeAnnotation')
    return [
      {
        name,
        isOptional: member.optional === true,
        type: annotation === undefined ? '' : typeText(file, annotation),
        parameters: member.type === 'TSMethodSignature' ? parametersOf(member) : undefined,
        docstring: docstringBefore(file, member.start),
        start: member.start,
      },
    ]
  })
}

function parametersOf(method: SyntaxNode): string {
  const names = children(method, 'params').map(each => `${nameOf(each)}${each.optional === true ? '?' : ''}`)
  return `(${names.join(', ')})`
}

function typeText(file: SourceFile, annotation: SyntaxNode): string {
  return file.text
    .slice(annotation.start, annotation.end)
    .replace(/^:\s*/, '')
    .replace(/\/\*\*[\s\S]*?\*\/\s*/g, '')
    .replace(/([{|])\s*\n\s*/g, '$1 ')
    .replace(/\s*\n\s*([}|])/g, ' $1')
    .replace(/\s*\n\s*/g, '; ')
}
