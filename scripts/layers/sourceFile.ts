import { parseSync } from 'oxc-parser'
import { isNode, type SyntaxNode } from './syntax.ts'

/** One parsed source file. */
export interface SourceFile {
  /** Path from the repository's root, with forward slashes. */
  path: string
  text: string
  program: SyntaxNode
  comments: readonly { start: number; end: number }[]
  /** What the parser did not understand. */
  errors: readonly { message: string; start: number }[]
}

/** Parses one file; a syntax error is stored in `errors`, not thrown. */
export function parseSource(path: string, text: string): SourceFile {
  const result = parseSync(path, text, { preserveParens: false })
  const program: unknown = result.program
  if (!isNode(program)) throw new Error(`${path}: the parser returned no program`)
  const errors = result.errors.map(error => ({ message: error.message, start: error.labels[0]?.start ?? 0 }))
  return { path, text, program, comments: result.comments, errors }
}

/** The line, counted from 1, of an offset in a file. */
export function lineOf(file: Pick<SourceFile, 'text'>, offset: number): number {
  let line = 1
  for (let at = file.text.indexOf('\n'); at !== -1 && at < offset; at = file.text.indexOf('\n', at + 1))
    line += 1
  return line
}

/** Whether the file is a test, a fixture of tests or a suite that tests call: those may reach across rooms and keep state. */
export function isTest(path: string): boolean {
  const isNamedSo = /\.(test|spec|fixture)\.tsx?$/.test(path) || /\/describe[A-Z]\w*\.tsx?$/.test(path)
  return isNamedSo || /\/src\/(.*\/)?(conformance|fixtures)\//.test(path)
}
